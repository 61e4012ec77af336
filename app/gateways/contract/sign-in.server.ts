import type { AnyInput, Endpoint } from '../endpoint.server'
import { GatewayError } from '../gateway-error.server'
import { identityEndpoints } from '../identity.server'
import { AUDIENCE } from '~/gateways/schemas/identity.server'

import { createContractClient, type ContractClientOptions } from './contract-client.server'

const CAPTCHA =
  'the gateway demands a captcha: take the token from another way in (docs/reference/contract.md)'

/**
 * Signs a test account in by phone and code like the site, without a captcha.
 * @param phone eleven digits, the first a 7
 * @param readCode called after the text was sent
 * @returns an access token
 * @throws Error with a message that names the failed call and the remedy, without phone, code or
 * token
 */
export async function signInForContract(
  options: ContractClientOptions,
  phone: string,
  readCode: () => Promise<string>,
): Promise<string> {
  const client = createContractClient(options)
  const aud = AUDIENCE

  async function ask<Answer>(
    endpoint: Endpoint & { response: { _output: Answer } },
    input: AnyInput,
    refused: string,
  ): Promise<Answer> {
    const { status, text } = await client.send(endpoint, input).catch((error: unknown) => {
      const kind = error instanceof GatewayError ? error.kind : 'failed'
      throw new Error(`${endpoint.name}: no answer that can be read (${kind})`)
    })
    if (status === 403) throw new Error(`${endpoint.name}: ${CAPTCHA}`)
    if (status < 200 || status >= 300)
      throw new Error(`${endpoint.name}: HTTP ${status}, ${refused}`)
    const parsed = endpoint.response.safeParse(getJson(text))
    if (!parsed.success)
      throw new Error(`${endpoint.name}: the answer is not as docs/reference/contract.md says`)
    return parsed.data as Answer
  }

  try {
    const { attemptId } = await ask(
      identityEndpoints.requestCode,
      { body: { aud, 'captcha-token': '', phone } },
      'the gateway sends this number no code now',
    )
    const code = (await readCode()).trim()
    if (!/^\d{5}$/.test(code)) throw new Error('the code: must be five digits')
    const { magnitIDCode, isRegistered } = await ask(
      identityEndpoints.checkCode,
      { body: { aud, code, phone, attemptId } },
      'the code is wrong, or has expired',
    )
    if (!isRegistered) throw new Error('the phone: has no account yet, register it on the site')
    const { accessToken } = await ask(
      identityEndpoints.exchangeCode,
      { body: { aud, magnitIDCode } },
      'the code gives no token',
    )
    return accessToken
  } finally {
    await client.close()
  }
}

function getJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
