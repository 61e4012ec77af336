import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { useSite } from '~/ui/site'

import styles from './site-notice.module.css'

/**
 * The operator's notice at the top of the page. A plain form dismisses it for good, because some
 * pages have no script.
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
