import type { Checked } from './check-contract.server'
import type { Difference } from './compare.server'
import type { Endpoint } from '../endpoint.server'

/** True when a shopper notices the difference. */
export const isLoss = ({ loss }: Difference) => loss !== 'nothing'

const times = (count: number, of: number) => (of === 1 ? '' : ` in ${count} of ${of}`)

/** The screens that use an endpoint, as text. */
export const screensOf = ({ usedBy }: Pick<Endpoint, 'usedBy'>): string =>
  [usedBy].flat().join(', ') || 'no screen yet'

function lossOf({ loss }: Difference, endpoint: Endpoint): string {
  const screens = screensOf(endpoint)
  if (loss === 'answer') return `${endpoint.without} (${screens})`
  if (loss === 'entries') return `those entries are not shown (${screens})`
  return loss === 'piece' ? `it is shown without that (${screens})` : ''
}

function lineOf(difference: Difference, endpoint: Endpoint): string {
  const { path, kind, need, count, of, note } = difference
  const lost = lossOf(difference, endpoint)
  const parts = [
    `${isLoss(difference) ? '✗' : '-'} ${path || 'the answer'}`,
    ` (${[kind, need].filter(Boolean).join(', ')})`,
    `: ${note}${times(count, of)}`,
    lost && ` → ${lost}`,
  ]
  return `    ${parts.join('')}\n`
}

/** The result of one call, as lines for the operator. Names and counts, no values. */
export function reportOf({ endpoint, state, status, ms, note, differences }: Checked): string {
  const { name } = endpoint
  if (state === 'not asked') return `- ${name}: not asked, ${note}\n`
  if (state === 'none') return `- ${name}: ${note} (${status})\n`
  if (state === 'failed') {
    const lost = `${endpoint.without} (${screensOf(endpoint)})`
    return `✗ ${name}: ${note}${status ? ` (${status})` : ''} → ${lost}\n`
  }
  const about = `${status}, ${Math.round(ms)} ms`
  if (differences.length === 0) return `✓ ${name}: as declared (${about})\n`
  const sign = differences.some(isLoss) ? '✗' : '✓'
  const head = `${sign} ${name}: ${differences.length} ${differences.length === 1 ? 'difference' : 'differences'} (${about})\n`
  return head + differences.map((difference) => lineOf(difference, endpoint)).join('')
}
