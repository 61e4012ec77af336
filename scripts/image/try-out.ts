// Starts the built image as the manifests and as Compose do, and uses it as a shopper does.
// scripts/check-image.ts runs it in a network of its own if possible: `try-out.ts buildah`, or `plain` and a
// folder.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { freePort } from '../local-server'
import { EXAMPLE, settingsOf } from '../../tests/support/manifests'
import { readStages } from '../dockerfile'
import type { RunOptions } from './bundle'
import { compareConfig, compareFiles, stateOf } from './compare'
import { testCompose, tryDockerCompose } from './compose'
import { findRunner, hasSeccomp, notApplied, startContainer, type Runner } from './container'
import { openImage, type Builder, type Image, type Target } from './engine'
import { answers, becomes, countFaults, expect, expectSame } from './findings'
import { shop } from './shopper'
import { imageOfSteps } from './steps'
import { wantedByManifests } from './wanted'

/** Loopback only: no other process uses these ports. */
const isAlone = Object.keys(networkInterfaces()).every((name) => name === 'lo')
const SETTLE_DRAIN = '1'

async function tryAsManifests(runner: Runner, app: Image, sandbox: Image): Promise<void> {
  const wanted = wantedByManifests()
  const { uid, gid, memoryBytes, tmpfs } = wanted
  console.log(`as the manifests run it, by ${runner}`)
  for (const part of notApplied[runner]) console.log(`  not held to: ${part}`)
  if (!hasSeccomp(runner)) console.log('  not held to: the list of calls to the kernel')
  expectSame(app.user, `${uid}:${gid}`, 'user of the image and of the manifests')
  expectSame(app.ports, wanted.ports, 'ports of the image and of the manifests')

  const [port, metricsPort] = isAlone ? wanted.ports : [await freePort(), await freePort()]
  const gatewayPort = await freePort()
  const gateways = `http://127.0.0.1:${gatewayPort}`
  const origin = `http://localhost:${port}`
  const { REDIS_URL: _, CACHE_REDIS_URL: __, ...settings } = settingsOf(EXAMPLE)
  const home = mkdtempSync(join(tmpdir(), 'april-secrets-'))
  chmodSync(home, 0o755)
  const secret = settings.SESSION_SECRETS_FILE ?? ''
  writeFileSync(join(home, 'SESSION_SECRETS'), 'a-secret-of-this-check-that-is-long-enough')

  const options = (name: string, env: Record<string, string>): RunOptions => ({
    name: `april-check-${name}-${process.pid}`,
    env,
    uid,
    gid,
    memoryBytes,
    tmpfs,
    files: [[home, dirname(secret)]],
  })
  const before = stateOf(app)
  const gateway = startContainer(
    runner,
    sandbox,
    options('sandbox', { SANDBOX_PORT: String(gatewayPort) }),
  )
  const container = startContainer(
    runner,
    app,
    options('app', {
      ...settings,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      PUBLIC_ORIGIN: origin,
      WEB_GATEWAY_URL: `${gateways}/webgate`,
      MAGNIT_ID_GATEWAY_URL: `${gateways}/magnit-id`,
      IMAGE_ORIGINS: gateways,
      DRAIN_SECONDS: SETTLE_DRAIN,
    }),
  )
  try {
    expect(await answers(`${gateways}/__sandbox`), 'the sandbox answers')
    const started = performance.now()
    expect(await answers(`${origin}/readyz`), '/readyz says 200')
    console.log(`  ready in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    expect(await becomes(() => container.isHealthy()), 'the health check is content')
    await shop(origin, gateways)
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(metrics.includes('april_'), 'metrics are on their own port')
    const node = /nodejs_version_info\{version="(v\d+)/.exec(metrics)?.[1]
    if (runner !== 'plain') expectSame(node, base.replace(/^node:(\d+).*/, 'v$1'), 'Node')
    const memory = container.memory()
    if (memory) {
      expectSame(memory.limit, memoryBytes, 'limit of memory, bytes')
      console.log(`  memory at most ${Math.round(memory.peak / 1024 / 1024)} MB`)
    } else if (runner === 'chroot') console.log('  not held to: a limit of memory')
  } finally {
    expectSame(await container.stop(), 0, 'SIGTERM ends it with')
    await gateway.stop()
    rmSync(home, { recursive: true })
  }
  expect(stateOf(app) === before, 'nothing was written')
}

const [, , way = 'plain', folder = ''] = process.argv
const builder: Builder | null = way === 'docker' || way === 'buildah' ? way : null
const stages = readStages('Dockerfile')
const base = stages[0]!.from
const open = (target: Target) =>
  builder
    ? openImage(builder, target)
    : { image: imageOfSteps(folder, stages, target), close: () => undefined }
const [app, sandbox] = [open('app'), open('sandbox')]
try {
  console.log('what was built')
  for (const { image } of [app, sandbox]) compareConfig(image, stages)
  compareFiles(app.image)
  const runner = findRunner(builder, app.image)
  await tryAsManifests(runner, app.image, sandbox.image)
  if (builder === 'docker') await tryDockerCompose()
  else if (isAlone) await testCompose(runner, { app: app.image, sandbox: sandbox.image })
  else console.log('compose.yaml is not brought up: only root may give it a network of its own')
} finally {
  for (const { close } of [app, sandbox]) close()
}
process.exit(countFaults() === 0 ? 0 : 1)
