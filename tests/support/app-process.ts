import { freePort } from '../../scripts/local-server'
import { getEnvironment, readStages } from './dockerfile'
import { startProgram, type Program } from './program'

/** The built application in its own process, as operators run it. */
export interface AppProcess extends Pick<Program, 'child' | 'stop'> {
  /** The site's address: PUBLIC_ORIGIN if set, otherwise that of this process. */
  origin: string
  /** Where it listens. */
  address: string
  /** Its log. */
  log(): string
}

export const SECRET = 'a-secret-of-the-tests-that-is-long-enough'

/** The Node of the built application, which may differ from that of the tests. */
export const appNode = process.env.APP_NODE || process.execPath

/** The configuration of an application for this sandbox. */
export function appEnv(sandboxUrl: string) {
  return {
    NODE_ENV: 'production' as const,
    NODE_OPTIONS: getEnvironment(readStages('Dockerfile'), 'app').NODE_OPTIONS ?? '',
    HOST: '127.0.0.1',
    // Shares the compile cache between processes, as in the image.
    ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    // Any test can run with another brand.
    ...(process.env.BRAND_DIR && { BRAND_DIR: process.env.BRAND_DIR }),
    WEB_GATEWAY_URL: `${sandboxUrl}/webgate`,
    MAGNIT_ID_GATEWAY_URL: `${sandboxUrl}/magnit-id`,
    FRAUD_PROTECTION_URL: `${sandboxUrl}/fraud`,
    CAPTCHA_PROVIDER: 'sandbox',
    CAPTCHA_SANDBOX_ALLOWED: '1',
    IMAGE_ORIGINS: sandboxUrl,
    SESSION_SECRETS: SECRET,
    DRAIN_SECONDS: '0',
    // All tests have one address, and load shedding is tested separately.
    ADDRESS_LIMIT_FACTOR: '0',
    OVERLOAD_REQUESTS: '0',
    LOG_LEVEL: 'debug',
  }
}

/**
 * Starts the application and waits until it is ready.
 * @param env replaces settings; processes behind one address share a PUBLIC_ORIGIN
 * @param at the Node that runs it, and the folder of the build
 */
export async function startApp(
  sandboxUrl: string,
  env: Record<string, string> = {},
  { node = appNode, folder = '.' } = {},
): Promise<AppProcess> {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const isReady = (log: string) => log.includes('"msg":"ready"')
  const { output, ...program } = await startProgram(node, ['build/server.js'], isReady, {
    cwd: folder,
    env: { ...appEnv(sandboxUrl), PORT: String(port), PUBLIC_ORIGIN: address, ...env },
  })
  return { origin: env.PUBLIC_ORIGIN ?? address, address, log: output, ...program }
}
