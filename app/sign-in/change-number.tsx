import { useLocation } from '@remix-run/react'

import { Link } from '~/ui/link'

import styles from './login.module.css'

/** Back to the phone from any later step, with where the way leads. */
export function ChangeNumber() {
  const { search } = useLocation()
  return (
    <Link className={styles.more} to={`/login${search}`}>
      Изменить номер
    </Link>
  )
}
