import type { HttpAnswer } from '../http.server'
import type { Endpoint, ExampleIds } from '../endpoint.server'
import { GatewayError } from '../gateway-error.server'
import { allEndpoints } from '../gateways.server'
import { DEFAULT_STORE_CODE } from '~/gateways/schemas/stores.server'

import { createContractClient, type ContractClientOptions } from './contract-client.server'
import { compare, type Difference } from './compare.server'
import { wireOf } from './wire.server'

export interface ContractOptions extends ContractClientOptions {
  /** The token of an operator's test account; sent to both gateways, never shown. */
  accessToken: string
}

/** The result of one call. */
export interface Checked {
  endpoint: Endpoint
  /**
   * `asked`: called, perhaps with differences; `none`: the gateway has no such data; others with a
   * reason in `note`.
   */
  state: 'asked' | 'none' | 'not asked' | 'failed'
  status: number | null
  ms: number
  note: string
  differences: Difference[]
}

/** Statuses for missing data or an incomplete profile. */
const NOTHING_THERE = [404, 422]

/**
 * Calls every safe endpoint of both gateways once and compares the answers with their declarations.
 * Changes no data, and returns only names, types and counts.
 */
export async function checkContract(options: ContractOptions): Promise<Checked[]> {
  const client = createContractClient(options)
  const found: ExampleIds = { storeCode: DEFAULT_STORE_CODE }

  async function check(endpoint: Endpoint): Promise<Checked> {
    const nothing = { endpoint, status: null, ms: 0, differences: [] }
    const input = endpoint.exampleOf(found)
    if (typeof input === 'string') return { ...nothing, state: 'not asked', note: input }
    const started = performance.now()
    try {
      const answer = await client.send(endpoint, input, options.accessToken)
      return { ...judge(endpoint, answer, found), ms: performance.now() - started }
    } catch (error) {
      const kind = error instanceof GatewayError ? error.kind : 'timeout'
      const note = `no answer that can be read (${kind})`
      return { ...nothing, state: 'failed', note, ms: performance.now() - started }
    }
  }

  const checked: Checked[] = []
  // One after the other, because a call may need ids of an earlier answer.
  for (const endpoint of allEndpoints.filter(({ effect }) => effect === 'safe'))
    checked.push(await check(endpoint))
  await client.close()
  return checked
}

function judge(endpoint: Endpoint, { status, text }: HttpAnswer, found: ExampleIds): Checked {
  const nothing = { endpoint, status, ms: 0, differences: [] }
  if (status === 401)
    return { ...nothing, state: 'failed', note: 'the token is refused: has it run out?' }
  if (NOTHING_THERE.includes(status))
    return { ...nothing, state: 'none', note: 'the gateway has nothing of the kind' }
  if (status < 200 || status >= 300)
    return { ...nothing, state: 'failed', note: 'the gateway refuses it' }
  let json: unknown
  try {
    json = text === '' ? undefined : JSON.parse(text)
  } catch {
    return { ...nothing, state: 'failed', note: 'the answer is no JSON' }
  }
  const parsed = endpoint.answer.safeParse(json)
  if (parsed.success) endpoint.learn?.(parsed.data as never, found)
  const differences = compare(wireOf(endpoint.answer), json)
  const isExplained = parsed.success || differences.some(({ loss }) => loss === 'answer')
  return {
    ...nothing,
    state: 'asked',
    note: '',
    differences: isExplained ? differences : [unusable, ...differences],
  }
}

/** Each part fits its declaration, but the combination is invalid. */
const unusable: Difference = {
  path: '',
  kind: 'type',
  need: 'needed',
  count: 1,
  of: 1,
  note: 'its parts together are nothing that a screen can use',
  loss: 'answer',
}
