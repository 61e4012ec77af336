import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { useSite } from '~/ui/site'

import styles from './site-notice.module.css'

/**
 * What the operator has to say, above all else in the page's flow. It is closed by a plain form,
 * for good: the pages it stands on may have no script at all.
 */
export function SiteNotice({ returnTo }: { returnTo: string }) {
  const notice = useSite()?.notice
  if (!notice) return null
  const { id, kind, text, link, linkText } = notice
  return (
    <section className={classes('no-print', styles.bar, styles[kind])} aria-label="Объявление">
      <div className={styles.inner}>
        <Icon name={kind} />
        <p className={styles.text}>
          {text}
          {link && (
            <>
              {' '}
              <Link to={link}>{linkText}</Link>
            </>
          )}
        </p>
        <form method="post" action="/notice/dismiss">
          <input type="hidden" name="notice" value={id} />
          <input type="hidden" name="returnTo" value={returnTo} />
          <Button variant="quiet" size="small" aria-label="Закрыть объявление">
            Закрыть
          </Button>
        </form>
      </div>
    </section>
  )
}
