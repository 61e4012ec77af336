import { useSearchParams } from '@remix-run/react'

import { Link } from '~/ui/link'

import styles from './login.module.css'

/** Back to the phone from any later step, with where the way leads. */
export function ChangeNumber() {
  const [search] = useSearchParams()
  const query = search.size > 0 ? `?${search}` : ''
  return (
    <Link className={styles.more} to={`/login${query}`}>
      Изменить номер
    </Link>
  )
}
