import { startSandbox } from '../../sandbox/server'
import { pushSettings } from './push-settings'

export const ORIGIN = 'https://shop.example'

/**
 * The sandbox of this process and the configuration that leads to it. Run before any file of
 * tests: the configuration is read once, by the first part of the application that is loaded.
 */
const server = await startSandbox({ port: 0 })
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
})
