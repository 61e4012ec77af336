import { startSandbox } from '../../sandbox/server'
import { createPassAuthority } from './pass-authority'
import { pushSettings } from './push-settings'

export const ORIGIN = 'https://shop.example'

// Runs before any test file: the configuration is read once, at the first import.
const server = await startSandbox({ port: 0 })
/** The sandbox of this process, to which the configuration points. */
export const { sandbox } = server
Object.assign(process.env, {
  PUBLIC_ORIGIN: ORIGIN,
  WEB_GATEWAY_URL: `${server.url}/webgate`,
  MAGNIT_ID_GATEWAY_URL: `${server.url}/magnit-id`,
  FRAUD_PROTECTION_URL: `${server.url}/fraud`,
  CAPTCHA_PROVIDER: 'sandbox',
  IMAGE_ORIGINS: server.url,
  SESSION_SECRETS: 'a-secret-of-the-tests-that-is-long-enough',
  ADDRESS_LIMIT_FACTOR: '0',
  ...pushSettings,
  ...createPassAuthority().settings,
})
