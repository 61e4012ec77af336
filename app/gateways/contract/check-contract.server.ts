import { DEFAULT_STORE_CODE } from '~/gateways/schemas/stores.server'
import { getIssues, parseNotingLosses } from '~/gateways/schemas/common.server'

import type { Endpoint, ExampleIds } from '../endpoint.server'
import { GatewayError } from '../gateway-error.server'
import { allEndpoints } from '../gateways.server'
import type { HttpAnswer } from '../http.server'

import { createContractClient, type ContractClientOptions } from './contract-client.server'

/** Statuses for missing data or an incomplete profile. */
const NOTHING_THERE = [404, 422]

/**
 * Calls every safe endpoint of both gateways once and reads the answers as the screens do. Changes no
 * data, and writes only names and counts, no values.
 * @param accessToken of an operator's test account; sent to both gateways
 * @returns false when a call failed, or shoppers would miss a part of an answer
 */
export async function checkContract(
  options: ContractClientOptions,
  accessToken: string,
  write: (line: string) => void,
): Promise<boolean> {
  const client = createContractClient(options)
  const found: ExampleIds = { storeCode: DEFAULT_STORE_CODE }
  let [asked, bad] = [0, 0]
  const endpoints = allEndpoints.filter(({ effect }) => effect === 'safe')
  // One after the other, because a call may need ids of an earlier answer.
  for (const endpoint of endpoints) {
    const input = endpoint.getExample(found)
    if (typeof input === 'string') {
      write(`- ${endpoint.name}: not asked, ${input}\n`)
      continue
    }
    asked += 1
    const line = await client
      .send(endpoint, input, accessToken)
      .then((response) => getLine(endpoint, response, found))
      .catch((error: unknown) => {
        const kind = error instanceof GatewayError ? error.kind : 'timeout'
        return getLoss(endpoint, `no answer that can be read (${kind})`)
      })
    if (line.startsWith('✗')) bad += 1
    write(`${line}\n`)
  }
  await client.close()
  write(`${asked} of ${endpoints.length} calls asked, ${bad} with something to lose\n`)
  return bad === 0
}

const getLoss = (endpoint: Endpoint, why: string) =>
  `✗ ${endpoint.name}: ${why} → ${endpoint.without}`

function getLine(endpoint: Endpoint, { status, text }: HttpAnswer, found: ExampleIds): string {
  const { name, response } = endpoint
  if (status === 401) return getLoss(endpoint, 'the token is refused: has it run out? (401)')
  if (NOTHING_THERE.includes(status))
    return `- ${name}: the gateway has nothing of the kind (${status})`
  if (status < 200 || status >= 300) return getLoss(endpoint, `the gateway refuses it (${status})`)
  let json: unknown
  try {
    json = text === '' ? undefined : JSON.parse(text)
  } catch {
    return getLoss(endpoint, 'the answer is no JSON')
  }
  const { result, losses } = parseNotingLosses(response, json)
  if (!result.success)
    return getLoss(endpoint, `cannot be read: ${getIssues(result.error).join(', ')}`)
  endpoint.learn?.(result.data as never, found)
  if (losses.length === 0) return `✓ ${name}: as declared (${status})`
  return `✗ ${name}: left out: ${losses.join(', ')} → shown without that`
}
