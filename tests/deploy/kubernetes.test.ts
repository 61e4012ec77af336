import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { cacheBudgets, type MemoryBudget } from '../../app/lib/memory-budgets.server'
import { parseEnv } from '../../app/platform/parse-env.server'
import { redisSettings } from '../../app/platform/redis-address.server'
import { production } from '../../app/platform/settings.server'
import { getEnvironment, getInstructions, readStages } from '../support/dockerfile'
import { budgetRows } from '../../scripts/reference-docs'
import {
  BASE,
  EXAMPLE,
  getSettings,
  manifestFiles,
  MONITORING,
  readKustomization,
  readManifests,
  rolloutTimings,
  TRACING,
  validate,
  type Manifest,
} from '../support/manifests'
import { readRules } from '../support/prometheus'

/** Measured: the heap without caches, and the memory of a process besides its heap. */
const HEAP_MEGABYTES = 60
const OUTSIDE_HEAP_MEGABYTES = 130

const manifests = manifestFiles(EXAMPLE).flatMap(readManifests)
const find = (kind: string, name = 'april') => {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name)
  if (!found) throw new Error(`There is no ${kind} ${name}`)
  return found
}
const pod = (manifest: Manifest) => manifest.spec.template.spec
const app = () => pod(find('Deployment')).containers[0]

const [{ megabytes: ofProcess }, ...caches] = budgetRows() as [MemoryBudget, ...MemoryBudget[]]
const ofCaches = caches.reduce((sum, { megabytes }) => sum + megabytes, 0)

describe('the manifests', () => {
  test.each(manifests.map((each) => [`${each.kind} ${each.metadata.name}`, each] as const))(
    '%s fits the schema of Kubernetes',
    (_, manifest) => validate(manifest),
    20_000,
  )

  test('are refused with a wrong type or an unknown field', async () => {
    const wrong = structuredClone(find('Deployment'))
    wrong.spec.minReadySeconds = 'two'
    await expect(validate(wrong)).rejects.toThrow('integer')
    const misspelt = structuredClone(find('Deployment'))
    pod(misspelt).containers[0].livenesProbe = {}
    await expect(validate(misspelt)).rejects.toThrow('livenesProbe')
  })

  test('every file of a folder is part of its kustomization', () => {
    for (const folder of [BASE, EXAMPLE]) {
      const { resources, patches = [], configMapGenerator = [] } = readKustomization(folder)
      const used = [
        ...resources,
        ...patches.map(({ path }) => path),
        ...configMapGenerator.flatMap(({ envs }) => envs),
      ].filter((path) => !path.startsWith('..'))
      expect(['kustomization.yaml', ...used].sort()).toEqual(readdirSync(folder).sort())
    }
  })

  test('each patch changes an existing object', () => {
    const patches = (readKustomization(EXAMPLE).patches ?? []).flatMap(({ path }) =>
      readManifests(join(EXAMPLE, path)),
    )
    expect(patches).not.toEqual([])
    for (const { kind, metadata } of patches) expect(find(kind, metadata.name)).toBeDefined()
  })
})

describe('the component for the Prometheus operator', () => {
  const [monitor] = readManifests(join(MONITORING, 'servicemonitor.yaml')) as [Manifest]

  test("fits the operator's schema", () => validate(monitor), 20_000)

  test('selects the metrics port of the service, with the job name of the alerts', () => {
    const { metadata, spec } = find('Service')
    expect(metadata).toMatchObject({ labels: monitor.spec.selector.matchLabels })
    const [{ port, path }] = monitor.spec.endpoints
    expect(path).toBe('/metrics')
    const exposed = spec.ports.find(({ name }: { name: string }) => name === port)
    expect(exposed.targetPort).toBe(port)
    expect(app().ports.map(({ name }: { name: string }) => name)).toContain(exposed.targetPort)
    expect(spec.selector[monitor.spec.jobLabel]).toBe('april')
  })
})

/** kubectl's own kustomize; without kubectl the files alone are checked against the schemas. */
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0

describe.runIf(hasKubectl)('as kubectl renders them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overlay-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** An overlay on the example, with an operator's additions. */
  function render(added: string): Manifest[] {
    const example = relative(folder, resolve(EXAMPLE))
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      `namespace: april\nresources: [${example}]\n${added}`,
    )
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    const file = join(folder, 'rendered.yaml')
    writeFileSync(file, stdout)
    return readManifests(file)
  }
  const component = `components: [${relative(folder, resolve(MONITORING))}]`
  const autoscaler = (rendered: Manifest[]) =>
    rendered.find(({ kind }) => kind === 'HorizontalPodAutoscaler')?.spec.metrics as object[]

  test("every object fits the schema of Kubernetes, in the site's namespace", async () => {
    const rendered = render(component)
    expect(rendered.length).toBeGreaterThan(manifests.length)
    for (const manifest of rendered) {
      await validate(manifest)
      if (manifest.kind !== 'Namespace') expect(manifest.metadata.namespace).toBe('april')
    }
  })

  test('the tracing component configures a collector and opens egress to it', async () => {
    const rendered = render(`components: [${relative(folder, resolve(TRACING))}]`)
    for (const manifest of rendered) await validate(manifest)
    const { data } = rendered.find(({ kind }) => kind === 'ConfigMap') as unknown as {
      data: Record<string, string>
    }
    const given = Object.entries(data).filter(([name]) => name.startsWith('OTEL_'))
    for (const [name] of given) expect(Object.keys(production.shape)).toContain(name)
    const { hostname, port } = new URL(data.OTEL_EXPORTER_OTLP_ENDPOINT ?? '')
    const policy = rendered.find(({ metadata }) => metadata.name === 'april-tracing')
    expect(policy?.spec.podSelector.matchLabels).toEqual(
      find('Deployment').spec.selector.matchLabels,
    )
    const [{ to, ports }] = policy?.spec.egress
    expect(ports).toEqual([{ port: Number(port), protocol: 'TCP' }])
    expect(to[0].namespaceSelector.matchLabels).toEqual({
      'kubernetes.io/metadata.name': hostname.split('.')[1],
    })
  })

  test.each(['tls', 'sentinel', 'cluster'])(
    'the component redis-%s configures and allows an external Redis, and deploys no own Redis',
    async (kind) => {
      const path = resolve('deploy/kubernetes/components', `redis-${kind}`)
      const rendered = render(`components: [${relative(folder, path)}]`)
      for (const manifest of rendered) await validate(manifest)
      expect(rendered.filter(({ metadata }) => metadata.name === 'april-redis')).toEqual([])
      const named = (of: string, name: string) =>
        rendered.find((each) => each.kind === of && each.metadata.name === name)!
      const { data } = rendered.find(
        (each) =>
          each.kind === 'ConfigMap' && 'REDIS_URL' in (each as never as { data: object }).data,
      ) as unknown as { data: Record<string, string> }
      const settings = Object.entries(data).filter(([name]) => /^REDIS_/.test(name))
      for (const [name] of settings)
        expect(Object.keys(production.shape)).toContain(name.replace(/_FILE$/, ''))
      const { kind: found, isTls, nodes } = redisSettings(data.REDIS_URL!)
      expect([found, isTls]).toEqual([kind === 'tls' ? 'node' : kind, kind === 'tls'])
      const { volumeMounts } = pod(named('Deployment', 'april')).containers[0]
      const { mountPath } = volumeMounts.find(({ name }: { name: string }) => name === 'redis')
      for (const [name, path] of settings)
        if (name.endsWith('_FILE')) expect(path.startsWith(`${mountPath}/`)).toBe(true)
      const [{ to, ports }] = named('NetworkPolicy', 'april-redis-elsewhere').spec.egress
      const [namespace] = Object.values(to[0].namespaceSelector.matchLabels)
      for (const { host, port } of nodes) {
        expect(host.split('.').at(-1)).toBe(namespace)
        expect(ports.map((each: { port: number }) => each.port)).toContain(port)
      }
    },
    60_000,
  )

  test('the autoscaler uses processor load alone, with and without the component for the Prometheus operator', () => {
    for (const parts of ['', component])
      expect(autoscaler(render(parts))).toMatchObject([
        { type: 'Resource', resource: { name: 'cpu' } },
      ])
  })
})

describe('the manifests agree with the application', () => {
  const given = getSettings(EXAMPLE)
  const { SESSION_SECRETS_FILE, ...rest } = given
  const env = parseEnv({ ...rest, SESSION_SECRETS: 'x'.repeat(32) })

  test('the application accepts every setting in the manifests', () => {
    for (const name of Object.keys(given))
      expect(Object.keys(production.shape)).toContain(name.replace(/_FILE$/, ''))
    expect(SESSION_SECRETS_FILE).toBeDefined()
    expect(env.isProduction).toBe(true)
  })

  test('secrets are mounted files, not settings', () => {
    const { mountPath, name } = app().volumeMounts.find(
      (each: { name: string }) => each.name === 'secrets',
    )
    const files = Object.entries(given).filter(([setting]) => setting.endsWith('_FILE'))
    expect(files).not.toEqual([])
    for (const [setting, path] of files)
      expect(path).toBe(`${mountPath}/${setting.replace(/_FILE$/, '')}`)
    expect(pod(find('Deployment')).volumes).toContainEqual(
      expect.objectContaining({
        name,
        secret: expect.objectContaining({ secretName: 'april-secrets' }),
      }),
    )
    expect(Object.keys(given)).not.toContain('SESSION_SECRETS')
  })

  test('containers share the Redis of the settings', () => {
    const service = find('Service', 'april-redis')
    expect(given.REDIS_URL).toBe(`redis://${service.metadata.name}:${service.spec.ports[0].port}`)
    const cache = find('Service', 'april-cache')
    expect(given.CACHE_REDIS_URL).toBe(`redis://${cache.metadata.name}:${cache.spec.ports[0].port}`)
    expect(find('HorizontalPodAutoscaler').spec.minReplicas).toBeGreaterThan(1)
  })

  test.each([
    ['april-redis', 'noeviction'],
    ['april-cache', 'allkeys-lru'],
  ])('%s has the eviction policy of its role, within its memory', (name, policy) => {
    const [redis] = pod(find('Deployment', name)).containers
    const after = (word: string) => redis.args[redis.args.indexOf(word) + 1]
    expect(after('--maxmemory-policy')).toBe(policy)
    expect(Number.parseInt(after('--maxmemory'))).toBeLessThan(
      Number.parseInt(redis.resources.limits.memory),
    )
  })

  test('the caches fit into the memory beside the process', () => {
    const { NODE_OPTIONS = '' } = getEnvironment(readStages('Dockerfile'), 'app')
    const heapMegabytes = Number(/--max-old-space-size=(\d+)/.exec(NODE_OPTIONS)?.[1])
    const limit = Number.parseInt(app().resources.limits.memory)
    expect(env.CACHE_MEGABYTES).toBe(cacheBudgets['public data'].megabytes)
    expect(heapMegabytes).toBeGreaterThan(HEAP_MEGABYTES + ofCaches)
    expect(limit).toBeGreaterThan(heapMegabytes + OUTSIDE_HEAP_MEGABYTES)
  })

  test('the alert AprilMemory fires only above the memory budget of a process', () => {
    const { expr } = readRules().find(({ alert }) => alert === 'AprilMemory')!
    const megabytes = Number(/> (\S+)$/.exec(expr)?.[1]) / 1e6
    expect(megabytes).toBeGreaterThanOrEqual(ofProcess + ofCaches)
  })

  test('the ports agree with image and settings', () => {
    const { PORT, METRICS_PORT } = env
    const ports = Object.fromEntries(
      app().ports.map((each: { name: string; containerPort: number }) => [
        each.name,
        each.containerPort,
      ]),
    )
    expect(ports).toEqual({ http: PORT, metrics: METRICS_PORT })
    const exposed = getInstructions(readStages('Dockerfile'), 'app', 'EXPOSE').flatMap(
      ({ args }) => args,
    )
    expect(exposed.map(Number)).toEqual([PORT, METRICS_PORT])
    const { annotations } = find('Deployment').spec.template.metadata
    expect(annotations['prometheus.io/port']).toBe(String(METRICS_PORT))
    expect(find('Service').spec.ports[0].targetPort).toBe('http')
  })

  test('the probes use addresses that the application serves', () => {
    const { startupProbe, readinessProbe, livenessProbe } = app()
    expect(readinessProbe.httpGet.path).toBe('/readyz')
    for (const probe of [startupProbe, livenessProbe]) expect(probe.httpGet.path).toBe('/healthz')
  })

  test('the grace period exceeds the shutdown, and draining exceeds the readiness interval', () => {
    const { preStop, drain, grace, probePeriod, probeFailures } = rolloutTimings()
    // edge/drain.ts gives requests in flight and services ten seconds each.
    expect(grace).toBeGreaterThan(preStop + drain + 10 + 10)
    expect(drain).toBeGreaterThan(probePeriod * probeFailures)
  })
})

test('the application stays available during a rollout and a disruption', () => {
  expect(find('Deployment').spec.strategy.rollingUpdate.maxUnavailable).toBe(0)
  expect(find('PodDisruptionBudget').spec.maxUnavailable).toBe(1)
})
