import type { Checked } from './check-contract.server'
import type { Difference } from './compare.server'
import { consumersOf } from './consumers.server'

/** What differs enough for a shopper to miss something. */
export const isLoss = ({ loss }: Difference) => loss !== 'nothing'

const times = (count: number, of: number) => (of === 1 ? '' : ` in ${count} of ${of}`)

function lossOf({ loss }: Difference, name: string): string {
  const { screens, without } = consumersOf(name)
  if (loss === 'answer') return `${without} (${screens.join(', ')})`
  if (loss === 'entries') return `those entries are not shown (${screens.join(', ')})`
  return loss === 'piece' ? `it is shown without that (${screens.join(', ')})` : ''
}

function lineOf(difference: Difference, name: string): string {
  const { path, kind, need, count, of, words } = difference
  const lost = lossOf(difference, name)
  const parts = [
    `${isLoss(difference) ? '✗' : '-'} ${path || 'the answer'}`,
    ` (${[kind, need].filter(Boolean).join(', ')})`,
    `: ${words}${times(count, of)}`,
    lost && ` → ${lost}`,
  ]
  return `    ${parts.join('')}\n`
}

/** What was found out about one call, in lines for who runs the command. Names and counts, no values. */
export function reportOf({ endpoint, state, status, ms, words, differences }: Checked): string {
  const { name } = endpoint
  if (state === 'not asked') return `- ${name}: not asked, ${words}\n`
  if (state === 'none') return `- ${name}: ${words} (${status})\n`
  if (state === 'failed') {
    const { screens, without } = consumersOf(name)
    return `✗ ${name}: ${words}${status ? ` (${status})` : ''} → ${without} (${screens.join(', ')})\n`
  }
  const about = `${status}, ${Math.round(ms)} ms`
  if (differences.length === 0) return `✓ ${name}: as declared (${about})\n`
  const sign = differences.some(isLoss) ? '✗' : '✓'
  const head = `${sign} ${name}: ${differences.length} ${differences.length === 1 ? 'difference' : 'differences'} (${about})\n`
  return head + differences.map((difference) => lineOf(difference, name)).join('')
}
