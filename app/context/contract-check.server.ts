import { readFile } from 'node:fs/promises'

import { env } from '~/platform/env.server'
import { createSealer } from '~/session/seal.server'
import { sessionHeaderBytes } from '~/session/session-size.server'

/** What nginx takes by default of an answer's headers. */
const SMALLEST_BUFFER = 4096

/** Says whether the answer to a sign-in with such tokens passes the usual proxies. */
function headersReport(accessToken: string, secrets: string[]): string {
  const bytes = sessionHeaderBytes(accessToken, createSealer(secrets))
  const size = `two tokens like this one make about ${bytes} bytes of headers`
  return bytes <= SMALLEST_BUFFER
    ? `✓ headers: ${size}\n`
    : `- beware: ${size}: a proxy whose buffer for them is smaller (nginx has ${SMALLEST_BUFFER} by default) answers 502 to every sign-in; see "Buffers for headers" in docs/operations.md\n`
}

/**
 * Holds what both gateways answer against what this application reads (`--doctor --contract FILE`).
 * @param tokenFile holds the access token of a test account
 * @returns whether no shopper would miss anything
 */
export async function runContractCheck(
  tokenFile: string,
  write: (line: string) => void,
): Promise<boolean> {
  const accessToken = (await readFile(tokenFile, 'utf8').catch(() => '')).trim()
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    write('✗ the token: the file cannot be read, or holds no token in one line\n')
    return false
  }
  const [{ checkContract }, { isLoss, reportOf }] = await Promise.all([
    import('~/gateways/contract/check-contract.server'),
    import('~/gateways/contract/report.server'),
  ])
  const settings = env()
  const checked = await checkContract({
    webUrl: settings.WEB_GATEWAY_URL,
    magnitIdUrl: settings.MAGNIT_ID_GATEWAY_URL,
    clientName: settings.CLIENT_NAME,
    loyaltyType: settings.LOYALTY_TYPE,
    appVersion: settings.APP_VERSION,
    timeoutMs: settings.GATEWAY_TIMEOUT_MS,
    accessToken,
  })
  for (const each of checked) write(reportOf(each))
  write(headersReport(accessToken, settings.SESSION_SECRETS))
  const bad = checked.filter(
    ({ state, differences }) => state === 'failed' || differences.some(isLoss),
  )
  const asked = checked.filter(({ state }) => state !== 'not asked')
  write(`${asked.length} of ${checked.length} calls asked, ${bad.length} with something to lose\n`)
  return bad.length === 0
}
