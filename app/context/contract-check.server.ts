import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

import {
  contractClientOptions,
  type ContractClientOptions,
} from '~/gateways/contract/contract-client.server'
import { normalisePhone } from '~/lib/phone'
import { env } from '~/platform/env.server'
import { createSealer } from '~/session/seal.server'
import { sessionHeaderBytes } from '~/session/session-size.server'

/** nginx's default buffer for the headers of an answer. */
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
 * Compares the answers of both gateways with their declarations (`--doctor --contract FILE`, or `--doctor
 * --contract --phone NUMBER`).
 * @returns false when there is no token, a call failed, or a difference loses data that shoppers see
 */
export async function runContractCheck(
  account: ContractAccount,
  write: (line: string) => void,
): Promise<boolean> {
  const [{ checkContract }, { isLoss, reportOf }] = await Promise.all([
    import('~/gateways/contract/check-contract.server'),
    import('~/gateways/contract/report.server'),
  ])
  const client = contractClientOptions(env())
  let accessToken: string
  try {
    accessToken =
      'phone' in account
        ? await signIn(client, account.phone, write)
        : await readToken(account.tokenFile)
  } catch (error) {
    write(`✗ ${error instanceof Error ? error.message : 'the token'}\n`)
    return false
  }
  const checked = await checkContract({ ...client, accessToken })
  for (const each of checked) write(reportOf(each))
  write(headersReport(accessToken, env().SESSION_SECRETS))
  const bad = checked.filter(
    ({ state, differences }) => state === 'failed' || differences.some(isLoss),
  )
  const asked = checked.filter(({ state }) => state !== 'not asked')
  write(`${asked.length} of ${checked.length} calls asked, ${bad.length} with something to lose\n`)
  return bad.length === 0
}

async function readToken(file: string): Promise<string> {
  const token = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Error('the token: the file cannot be read, or holds no token in one line')
  return token
}

async function signIn(
  client: ContractClientOptions,
  number: string,
  write: (line: string) => void,
): Promise<string> {
  const phone = normalisePhone(number)
  if (!phone)
    throw new Error('the phone: must be a Russian mobile number, such as +7 900 000-00-01')
  const { signInForContract } = await import('~/gateways/contract/sign-in.server')
  const token = await signInForContract(client, phone.replace(/\D/g, ''), async () => {
    write('The code from the text: ')
    const lines = createInterface({ input: process.stdin })
    for await (const line of lines) return line
    return ''
  })
  write('✓ the test account is signed in\n')
  return token
}
