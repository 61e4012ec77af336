import { useLocation } from '@remix-run/react'

import { Link } from '~/ui/link'

import styles from './login.module.css'

/** Returns to the phone form from any later step; keeps `returnTo`. */
export function ChangeNumber() {
  const { search } = useLocation()
  return (
    <Link className={styles.more} to={`/login${search}`}>
      Изменить номер
    </Link>
  )
}
