import { spoken } from '~/lib/numbers'
import { Live } from './live'

/**
 * Text with sums or counts: thin spaces for the eye, whole numbers for screen readers. Text without
 * groups of digits stays as it is.
 */
export function Figures({ children }: { children: string }) {
  const label = spoken(children)
  if (label === children) return <Live>{children}</Live>
  return (
    <>
      <span aria-hidden="true">{children}</span>
      <span className="visually-hidden">{label}</span>
    </>
  )
}
