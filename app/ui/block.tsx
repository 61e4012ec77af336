import type { ReactNode } from 'react'

import styles from './block.module.css'
import { classes } from './classes'
import { Icon } from './icon'
import { Illustration, type IllustrationName } from './illustration'
import { Link } from './link'
import { Live } from './live'

type BlockProps = {
  title: ReactNode
  /** The full page of the block; its link needs a title of plain text. */
  allHref?: string
  action?: ReactNode
  children: ReactNode
  headingLevel?: 2 | 3
  id?: string
}

/** A section of a screen with its heading. */
export function Block({ title, allHref, action, children, headingLevel = 2, id }: BlockProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  const headingId = id && `${id}-title`
  return (
    <section className={styles.block} id={id} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading id={headingId}>{title}</Heading>
        {(allHref || action) && (
          <div className={styles.action}>
            {allHref && (
              // Several links of a screen have the same text.
              <Link to={allHref} aria-label={`Все: ${title}`}>
                Все
              </Link>
            )}
            {action}
          </div>
        )}
      </div>
      {children}
    </section>
  )
}

/** Replaces the content of a block that failed; other blocks stay. */
export function BlockError({
  retryHref,
  title = 'Не удалось загрузить',
  supportCode = null,
}: {
  retryHref: string
  title?: string
  /** The error code, which shoppers tell to support. */
  supportCode?: string | null
}) {
  return (
    <div className={styles.failed}>
      <span>
        <Live>{title}</Live>
        {supportCode && <SupportCode code={supportCode} />}
      </span>
      <Link className={styles.retry} to={retryHref}>
        <Icon name="refresh" />
        Повторить
      </Link>
    </div>
  )
}

/** The error code to quote to support. */
export function SupportCode({ code }: { code: string }) {
  return <small className={styles.code}>{`Код для поддержки: ${code}`}</small>
}

type EmptyStateProps = {
  /** True when only a block is empty, which needs a small drawing. */
  isPart?: boolean
  illustration?: IllustrationName
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
}

/** Explains an empty screen and suggests the next step. */
export function EmptyState({
  isPart = false,
  illustration = 'empty',
  title,
  text,
  action,
}: EmptyStateProps) {
  return (
    <div className={classes(styles.empty, isPart && styles.part)}>
      <Illustration name={illustration} size={isPart ? 'small' : 'large'} />
      <p className={styles.emptyTitle}>{title}</p>
      {text && <div className={styles.emptyText}>{text}</div>}
      {action && <div className={styles.emptyAction}>{action}</div>}
    </div>
  )
}
