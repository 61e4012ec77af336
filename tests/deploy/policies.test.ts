import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

import { EXAMPLE, manifestFiles, readManifests, type Manifest } from '../support/manifests'
import { policyFaults } from '../support/policies'

const OVERLAYS = 'deploy/kubernetes/overlays'

/** Rendered by kubectl; without kubectl the files are checked. */
function render(folder: string): Manifest[] {
  const { status, stdout } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
  return status === 0
    ? parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
    : manifestFiles(folder).flatMap(readManifests)
}

describe('the cluster policies for Kubernetes manifests', () => {
  const overlays = readdirSync(OVERLAYS)

  test('are checked against at least one overlay', () => expect(overlays).not.toEqual([]))

  test.each(overlays)('accept the rendered overlay %s', (name) => {
    const faults = policyFaults(render(join(OVERLAYS, name)))
    // Only kustomize gives the image its tag.
    const hasTags = spawnSync('kubectl', ['version', '--client']).status === 0
    expect(faults).toEqual(hasTags ? [] : ['latest-tag: april'])
  })
})

/* eslint-disable @typescript-eslint/no-explicit-any -- each breaks what its rule looks at */
const breakages: [
  rule: string,
  kind: string,
  spoil: (manifest: any, pod: any, app: any) => void,
][] = [
  ['latest-tag', 'Deployment', (_, __, app) => (app.image = 'site/april:latest')],
  ['unset-cpu-requirements', 'Deployment', (_, __, app) => delete app.resources.requests.cpu],
  ['unset-memory-requirements', 'Deployment', (_, __, app) => delete app.resources.limits.memory],
  ['run-as-non-root', 'Deployment', (_, pod) => (pod.securityContext.runAsUser = 0)],
  [
    'no-read-only-root-fs',
    'Deployment',
    (_, __, app) => delete app.securityContext.readOnlyRootFilesystem,
  ],
  ['drop-all-capabilities', 'Deployment', (_, __, app) => (app.securityContext.capabilities = {})],
  [
    'privilege-escalation-container',
    'Deployment',
    (_, __, app) => delete app.securityContext.allowPrivilegeEscalation,
  ],
  ['privileged-container', 'Deployment', (_, __, app) => (app.securityContext.privileged = true)],
  ['seccomp-profile', 'Deployment', (_, pod) => delete pod.securityContext.seccompProfile],
  ['host-namespaces', 'Deployment', (_, pod) => (pod.hostNetwork = true)],
  [
    'host-mounts',
    'Deployment',
    (_, pod) => pod.volumes.push({ name: 'x', hostPath: { path: '/' } }),
  ],
  ['host-port', 'Deployment', (_, __, app) => (app.ports[0].hostPort = 3000)],
  [
    'privileged-ports',
    'Deployment',
    (_, __, app) => app.ports.push({ name: 'x', containerPort: 80 }),
  ],
  ['service-account-token', 'Deployment', (_, pod) => delete pod.automountServiceAccountToken],
  ['no-liveness-probe', 'Deployment', (_, __, app) => delete app.livenessProbe],
  ['no-readiness-probe', 'Deployment', (_, __, app) => delete app.readinessProbe],
  [
    'probes-are-not-the-same',
    'Deployment',
    (_, __, app) => (app.livenessProbe = app.readinessProbe),
  ],
  ['liveness-port', 'Deployment', (_, __, app) => (app.livenessProbe.httpGet.port = 'web')],
  ['env-var-secret', 'Deployment', (_, __, app) => (app.env = [{ name: 'API_TOKEN', value: 'x' }])],
  ['volume-size-limit', 'Deployment', (_, pod) => pod.volumes.push({ name: 'x', emptyDir: {} })],
  ['replicas-and-autoscaler', 'Deployment', (manifest) => (manifest.spec.replicas = 2)],
  ['no-anti-affinity', 'Deployment', (_, pod) => delete pod.topologySpreadConstraints],
  ['minimum-replicas', 'HorizontalPodAutoscaler', ({ spec }) => (spec.minReplicas = 1)],
  ['dangling-hpa', 'HorizontalPodAutoscaler', ({ spec }) => (spec.scaleTargetRef.name = 'x')],
  ['pdb-lets-a-node-go', 'PodDisruptionBudget', ({ spec }) => (spec.maxUnavailable = 0)],
  [
    'pod-disruption-budget',
    'PodDisruptionBudget',
    ({ spec }) => (spec.selector.matchLabels = { x: 'y' }),
  ],
  ['dangling-pdb', 'PodDisruptionBudget', ({ spec }) => (spec.selector.matchLabels = { x: 'y' })],
  ['non-isolated-pod', 'NetworkPolicy', ({ spec }) => (spec.policyTypes = ['Ingress'])],
  [
    'dangling-networkpolicy',
    'NetworkPolicy',
    ({ spec }) => (spec.podSelector.matchLabels = { x: 'y' }),
  ],
  ['egress-of-both-families', 'NetworkPolicy', ({ spec }) => spec.egress.at(-1).to.splice(1)],
  [
    'egress-to-credentials',
    'NetworkPolicy',
    ({ spec }) => delete spec.egress.at(-1).to[1].ipBlock.except,
  ],
  ['dangling-service', 'Service', ({ spec }) => (spec.ports[0].targetPort = 'web')],
  ['exposed-services', 'Service', ({ spec }) => (spec.type = 'LoadBalancer')],
  ['ingress-without-tls', 'Ingress', ({ spec }) => delete spec.tls],
  [
    'dangling-ingress',
    'Ingress',
    ({ spec }) => (spec.rules[0].http.paths[0].backend.service.name = 'x'),
  ],
  ['no-secret-is-written-here', 'ServiceAccount', (manifest) => (manifest.kind = 'Secret')],
  ['no-rights-in-the-cluster', 'ServiceAccount', (manifest) => (manifest.kind = 'RoleBinding')],
  ['one-copy-is-replaced', 'april-redis', ({ spec }) => (spec.replicas = 2)],
  ['pod-security-standard', 'Namespace', ({ metadata }) => delete metadata.labels],
]

const example = render(EXAMPLE)

test.each(breakages)('a manifest that breaks the rule %s is reported', (rule, kind, spoil) => {
  const all = structuredClone(example)
  const broken = all.find(
    ({ kind: own, metadata }) =>
      (own === kind && ['april', 'Namespace'].includes(metadata.name)) || metadata.name === kind,
  ) as any
  const target =
    kind === 'april-redis'
      ? (all.find((each) => each.kind === 'Deployment' && each.metadata.name === kind) as any)
      : broken
  const pod = target.spec?.template?.spec
  spoil(target, pod, pod?.containers[0])
  expect(policyFaults(all).map((fault) => fault.split(':')[0])).toContain(rule)
})
