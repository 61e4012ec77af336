import { expect, test } from 'vitest'

import { settingNameWarnings } from './env.server'

test.each([
  ['TRUSTED_PROXY', 'TRUSTED_PROXY: is no setting; is TRUST_PROXY meant?'],
  ['SESSION_SECRET_FILE', 'SESSION_SECRET_FILE: is no setting; is SESSION_SECRETS_FILE meant?'],
  ['WORKERS', 'WORKERS: is gone: start one process for each processor, each with its own PORT'],
])('a variable that is no setting, %s, is named with what replaces it', (name, warning) => {
  expect(settingNameWarnings([name, 'PATH'])).toEqual([warning])
})

test('variables of the system and of Kubernetes are not taken for settings', () => {
  const others = ['HOSTNAME', 'REDIS_PORT', 'REDIS_SERVICE_HOST', 'KUBERNETES_PORT', 'NODE_OPTIONS']
  expect(settingNameWarnings([...others, 'TRUST_PROXY', 'REDIS_PASSWORD_FILE'])).toEqual([])
})
