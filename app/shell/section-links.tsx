import { useLocation } from '@remix-run/react'

import { Link } from '~/ui/link'

import { sectionOf, sections } from './sections'
import styles from './shell.module.css'

/** Links under the tabs on a wide screen; a phone has them on the main screen. */
export function SectionLinks() {
  const { pathname } = useLocation()
  const current = sectionOf(pathname)
  return (
    <nav className={styles.sections} aria-label="Разделы">
      <ul>
        {sections.map(({ to, label }) => (
          <li key={to}>
            <Link
              className={styles.section}
              to={to}
              aria-current={pathname === to ? 'page' : current === to || undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
