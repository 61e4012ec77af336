import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

import { gatewayConfig, type GatewayConfig } from '~/gateways/client.server'
import { normalisePhone } from '~/domain/phone'
import { env } from '~/platform/env.server'
import { createSealer, type Sealer } from '~/session/seal.server'
import { CookieJar } from '~/session/cookies.server'
import type { SignedIn } from '~/session/session-schemas.server'

/** Headers of an HTTPS page besides cookies: policy, request id and others. */
const OTHER_HEADERS_BYTES = 1250

/**
 * The size of the response headers with a new session, in bytes.
 * @param token an access token; the refresh token is assumed to have its size
 */
function sessionHeaderBytes(token: string, sealer: Sealer): number {
  const bytesWith = (accessToken: string) => {
    const jar = new CookieJar(null, { secure: true, sealer })
    jar.setSealed('v1_jwt', { ...EMPTY, accessToken })
    return jar.changes().reduce((sum, cookie) => sum + `Set-Cookie: ${cookie}\r\n`.length, 0)
  }
  const bare = bytesWith('')
  return OTHER_HEADERS_BYTES + bare + 2 * (bytesWith(token) - bare)
}

const EMPTY: SignedIn = {
  accessToken: '',
  refreshToken: '',
  staleAt: Date.UTC(2030),
  userId: crypto.randomUUID(),
  sessionId: crypto.randomUUID(),
  beganAt: Date.UTC(2030),
}

/** nginx's default buffer for the headers of a response. */
const SMALLEST_BUFFER = 4096

/** Reports whether common proxies accept the headers of a sign-in with such tokens. */
function headersReport(accessToken: string, secrets: string[]): string {
  const bytes = sessionHeaderBytes(accessToken, createSealer(secrets))
  const size = `two tokens like this one make about ${bytes} bytes of headers`
  return bytes <= SMALLEST_BUFFER
    ? `✓ headers: ${size}\n`
    : `- beware: ${size}: a proxy with a smaller buffer for them (nginx has ${SMALLEST_BUFFER} by default) answers 502 to every sign-in; see "Buffers for headers" in docs/operations.md\n`
}

/** The source of a test account's access token: a file, or a code sent to a phone. */
export type ContractAccount = { tokenFile: string } | { phone: string }

/**
 * Reads the responses of both gateways as the screens do (`--doctor --contract FILE`, or `--doctor
 * --contract --phone NUMBER`).
 * @returns false when there is no token, a call failed, or shoppers would miss a part of a response
 */
export async function runContractCheck(
  account: ContractAccount,
  write: (line: string) => void,
): Promise<boolean> {
  const { checkContract } = await import('~/gateways/contract/check-contract.server')
  const config = gatewayConfig(env())
  let accessToken: string
  try {
    accessToken =
      'phone' in account
        ? await signIn(config, account.phone, write)
        : await readToken(account.tokenFile)
  } catch (error) {
    write(`✗ ${error instanceof Error ? error.message : 'the token'}\n`)
    return false
  }
  write(headersReport(accessToken, env().SESSION_SECRETS))
  return checkContract(config, accessToken, write)
}

async function readToken(file: string): Promise<string> {
  const token = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Error('the token: the file cannot be read, or holds no token in one line')
  return token
}

async function signIn(
  config: GatewayConfig,
  number: string,
  write: (line: string) => void,
): Promise<string> {
  const phone = normalisePhone(number)
  if (!phone)
    throw new Error('the phone: must be a Russian mobile number, such as +7 900 000-00-01')
  const { signInForContract } = await import('~/gateways/contract/check-contract.server')
  const token = await signInForContract(config, phone.replace(/\D/g, ''), async () => {
    write('The code from the SMS: ')
    const lines = createInterface({ input: process.stdin })
    for await (const line of lines) return line
    return ''
  })
  write('✓ the test account is signed in\n')
  return token
}
