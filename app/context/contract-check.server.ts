import { readFile } from 'node:fs/promises'

import { env } from '~/platform/env.server'

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
  const bad = checked.filter(
    ({ state, differences }) => state === 'failed' || differences.some(isLoss),
  )
  const asked = checked.filter(({ state }) => state !== 'not asked')
  write(`${asked.length} of ${checked.length} calls asked, ${bad.length} with something to lose\n`)
  return bad.length === 0
}
