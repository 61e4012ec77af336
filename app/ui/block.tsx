import type { ReactNode } from 'react'

import styles from './block.module.css'
import { classes } from './classes'
import { Icon } from './icon'
import { Illustration, type IllustrationName } from './illustration'
import { Link } from './link'
import { Live } from './live'

type BlockProps = {
  title: ReactNode
  /** A link to the whole of what the block shows a part of. */
  action?: ReactNode
  children: ReactNode
  headingLevel?: 2 | 3
  id?: string
}

/** A part of a screen under its own heading. */
export function Block({ title, action, children, headingLevel = 2, id }: BlockProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  const headingId = id && `${id}-title`
  return (
    <section className={styles.block} id={id} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading id={headingId}>{title}</Heading>
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {children}
    </section>
  )
}

interface BlockLinkProps {
  to: string
  /** What the block is called: links of one name lead to different places. */
  of: string
  children?: string
}

/** The way from a block to the whole of it. */
export function BlockLink({ to, of, children = 'Все' }: BlockLinkProps) {
  return (
    <Link to={to} aria-label={`${children}: ${of}`}>
      {children}
    </Link>
  )
}

/** Stands in a block without its data; the rest of the page goes on. */
export function BlockError({
  retryHref,
  title = 'Не удалось загрузить',
  code = null,
}: {
  retryHref: string
  title?: string
  /** What the failure is called, for whoever asks the support line about it. */
  code?: string | null
}) {
  return (
    <div className={styles.failed}>
      <span>
        <Live>{title}</Live>
        {code && <small className={styles.code}>{`Для поддержки: ${code}`}</small>}
      </span>
      <Link className={styles.retry} to={retryHref}>
        <Icon name="refresh" />
        Повторить
      </Link>
    </div>
  )
}

type EmptyStateProps = {
  /** One block of a screen is empty, not the screen: a small drawing does. */
  isPart?: boolean
  illustration?: IllustrationName
  title: string
  text?: ReactNode
  action?: ReactNode
}

/** Says why there is nothing here, and what to do next. */
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
