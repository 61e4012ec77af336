import { randomBytes, randomUUID } from 'node:crypto'

import { DEFAULT_STORE_CODE } from '~/gateways/schemas/stores.server'

import {
  createGatewayClient,
  type CallEvent,
  type GatewayConfig,
  type Caller,
} from '../client.server'
import type { AnyInput, Endpoint, ExampleIds } from '../endpoint.server'
import { GatewayError } from '../gateway-error.server'
import { allEndpoints, createGateways } from '../gateways.server'

/** Statuses for missing data or an incomplete profile. */
const NOTHING_THERE: readonly unknown[] = [404, 422]
const CAPTCHA =
  'the gateway demands a captcha: take the token from another way in (docs/reference/contract.md)'

const randomHex = (bytes: number) => randomBytes(bytes).toString('hex')

/** The caller of the doctor's calls; without a token a guest. */
export const getDoctor = (token: string | null, onCall?: Caller['onCall']): Caller => ({
  userAgent: 'april-contract',
  platformVersion: 'Linux Node 0',
  deviceId: randomUUID().toUpperCase(),
  requestId: randomUUID(),
  traceparent: `00-${randomHex(16)}-${randomHex(8)}-00`,
  onCall,
  accessToken: async () => token,
  renewAccessToken: async () => null,
})

/**
 * Calls every safe endpoint of both gateways once and reads the responses as the screens do. Changes no
 * data, and writes only names and counts, no values.
 * @param accessToken of an operator's test account; sent to both gateways
 * @returns false when a call failed, or shoppers would miss a part of a response
 */
export async function checkContract(
  config: GatewayConfig,
  accessToken: string,
  write: (line: string) => void,
): Promise<boolean> {
  let last: Pick<CallEvent, 'status'> = { status: null }
  let losses: string[] = []
  const client = createGatewayClient({
    ...config,
    onContractError: ({ issues }) => (losses = issues),
  })
  const call = client.for(getDoctor(accessToken, (event) => (last = event))) as (
    endpoint: Endpoint,
    input: AnyInput,
  ) => Promise<unknown>
  const found: ExampleIds = { storeCode: DEFAULT_STORE_CODE }
  let [asked, bad] = [0, 0]
  const endpoints = allEndpoints.filter(({ effect }) => effect === 'safe')

  async function check(endpoint: Endpoint, input: AnyInput): Promise<string> {
    losses = []
    try {
      const response = await call(endpoint, { ...input, isNotRetried: true })
      endpoint.learn?.(response as never, found)
    } catch (error) {
      return getFailure(endpoint, error, losses)
    }
    if (losses.length === 0) return `✓ ${endpoint.name}: as declared (${last.status})`
    return `✗ ${endpoint.name}: left out: ${losses.join(', ')} → shown without that`
  }

  // One after the other, because a call may need ids of an earlier response.
  for (const endpoint of endpoints) {
    const input = endpoint.getExample(found)
    if (typeof input === 'string') {
      write(`- ${endpoint.name}: not asked, ${input}\n`)
      continue
    }
    asked += 1
    const line = await check(endpoint, input)
    if (line.startsWith('✗')) bad += 1
    write(`${line}\n`)
  }
  await client.close()
  write(`${asked} of ${endpoints.length} calls asked, ${bad} with something to lose\n`)
  return bad === 0
}

function getFailure({ name, without }: Endpoint, error: unknown, losses: string[]): string {
  if (!(error instanceof GatewayError)) throw error
  const { kind, status } = error
  if (kind === 'http' && NOTHING_THERE.includes(status))
    return `- ${name}: the gateway has nothing of the kind (${status})`
  const reason =
    status === 401
      ? 'the token is refused: has it run out? (401)'
      : kind === 'http'
        ? `the gateway refuses it (${status})`
        : kind === 'contract'
          ? `cannot be read: ${losses.join(', ')}`
          : `no answer that can be read (${kind})`
  return `✗ ${name}: ${reason} → ${without}`
}

/**
 * Signs a test account in by phone and code like the site, without a captcha.
 * @param phone eleven digits, the first a 7
 * @param readCode called after the text was sent
 * @returns an access token
 * @throws Error with a message that names the failed call and the remedy, without phone, code or
 * token
 */
export async function signInForContract(
  config: GatewayConfig,
  phone: string,
  readCode: () => Promise<string>,
): Promise<string> {
  const client = createGatewayClient(config)
  const { identity } = createGateways(client.for(getDoctor(null)))
  try {
    const { attemptId } = await orRemedy(
      identity.requestCode({ phone }),
      'the gateway sends this number no code now',
    )
    const code = (await readCode()).trim()
    if (!/^\d{5}$/.test(code)) throw new Error('the code: must be five digits')
    const { magnitIDCode, isRegistered } = await orRemedy(
      identity.checkCode({ code, phone, attemptId }),
      'the code is wrong, or has expired',
    )
    if (!isRegistered) throw new Error('the phone: has no account yet, register it on the site')
    const tokens = await orRemedy(identity.exchangeCode(magnitIDCode), 'the code gives no token')
    return tokens.accessToken
  } finally {
    await client.close()
  }
}

async function orRemedy<Value>(call: Promise<Value>, refused: string): Promise<Value> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { endpoint, kind, status } = error
    if (status === 403) throw new Error(`${endpoint}: ${CAPTCHA}`)
    if (kind === 'http') throw new Error(`${endpoint}: HTTP ${status}, ${refused}`)
    if (kind === 'contract')
      throw new Error(`${endpoint}: the answer is not as docs/reference/contract.md says`)
    throw new Error(`${endpoint}: no answer that can be read (${kind})`)
  }
}
