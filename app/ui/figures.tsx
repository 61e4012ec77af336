import { spoken } from '~/lib/numbers'
import { Live } from './live'

/**
 * Text with sums or counts: groups of digits parted for the eye, whole numbers for the ear. Of what
 * has no groups it is the text alone.
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
