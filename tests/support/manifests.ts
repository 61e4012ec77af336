import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { parse, parseAllDocuments } from 'yaml'

/** A Kubernetes object as it is written; what is inside depends on its kind. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the schemas check what is inside
  [part: string]: any
}

interface Kustomization {
  resources: string[]
  configMapGenerator?: { name: string; behavior?: 'merge'; envs: string[] }[]
  patches?: { path: string }[]
}

export const BASE = 'deploy/kubernetes/base'
export const MONITORING = 'deploy/kubernetes/components/monitoring'
export const TRACING = 'deploy/kubernetes/components/tracing'
export const EXAMPLE = 'deploy/kubernetes/overlays/example'

export const readManifests = (path: string): Manifest[] =>
  parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    const [fault] = document.errors
    if (fault) throw fault
    return document.toJS() as Manifest
  })

export const readKustomization = (folder: string): Kustomization =>
  parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization

/** The files that a kustomization's folder brings in, those of its bases first. */
export function manifestFiles(folder: string): string[] {
  return readKustomization(folder).resources.flatMap((resource) => {
    const path = join(folder, resource)
    return existsSync(join(path, 'kustomization.yaml')) ? manifestFiles(path) : [path]
  })
}

/** The environment variables of the containers: the settings of this folder and of its bases. */
export function getSettings(folder: string): Record<string, string> {
  const { resources, configMapGenerator = [] } = readKustomization(folder)
  const bases = resources.map((each) => resolve(folder, each))
  const inherited = bases
    .filter((path) => existsSync(join(path, 'kustomization.yaml')))
    .map((path) => getSettings(path))
  const own = configMapGenerator.flatMap(({ envs }) =>
    envs.map((file) => readEnv(join(folder, file))),
  )
  return Object.assign({}, ...inherited, ...own) as Record<string, string>
}

function readEnv(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** The timings of a rollout, in seconds. */
export function rolloutTimings() {
  const deployment = readManifests(join(BASE, 'deployment.yaml'))[0]!
  const { terminationGracePeriodSeconds, containers } = deployment.spec.template.spec
  const { lifecycle, readinessProbe } = containers[0]
  return {
    preStop: lifecycle.preStop.sleep.seconds as number,
    drain: Number(getSettings(BASE).DRAIN_SECONDS),
    grace: terminationGracePeriodSeconds as number,
    probePeriod: readinessProbe.periodSeconds as number,
    probeFailures: readinessProbe.failureThreshold as number,
  }
}

/**
 * Validates a manifest by the schemas of Kubernetes and of the Prometheus operator. These schemas ignore
 * unknown fields, so a field that the validation never reads counts as unknown.
 * @throws Error naming the first faults
 */
export async function validate(manifest: Manifest): Promise<void> {
  const { apiVersion } = manifest
  const library = apiVersion.startsWith('monitoring.coreos.com/')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models'
  const models = await import(/* @vite-ignore */ `${library}/${apiVersion}`)
  const Model = models[manifest.kind]
  if (!Model) throw new Error(`${manifest.apiVersion} has no ${manifest.kind}`)
  const unknown = new Set<string>()
  // Calls `validate` without making a model, because the constructor would read every field.
  Model.prototype.validate.call(watched(manifest, manifest.kind, unknown))
  if (unknown.size > 0) throw new Error(`unknown: ${[...unknown].join(', ')}`)
}

function watched(value: unknown, path: string, unknown: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const inside = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, watched(each, `${path}.${key}`, unknown)]),
  )
  const copy = Array.isArray(value) ? Object.values(inside) : inside
  for (const key of Object.keys(inside)) unknown.add(`${path}.${key}`)
  return new Proxy(copy, {
    get(target, key, receiver) {
      unknown.delete(`${path}.${String(key)}`)
      return Reflect.get(target, key, receiver)
    },
  })
}
