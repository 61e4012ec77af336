import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

import { manifestFiles, readManifests, type Manifest } from '../support/manifests'

/** What is inside an object; the schemas have checked it. */
type Part = Manifest['spec']

const OVERLAYS = 'deploy/kubernetes/overlays'
/** Single copies by role, which are replaced, not rolled: docs/decisions/015. */
const SINGLE = ['april-redis', 'april-cache']
const WORKLOADS = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob']

/** Rendered by kubectl, which alone gives the image its tag; without kubectl the files. */
function render(folder: string): { all: Manifest[]; hasTags: boolean } {
  const { status, stdout } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
  const all =
    status === 0
      ? parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
      : manifestFiles(folder).flatMap(readManifests)
  return { all, hasTags: status === 0 }
}

const isSecretName = (name: string) => /SECRET|PASSWORD|TOKEN|PRIVATE|CREDENTIAL/i.test(name)
const isSingle = ({ metadata }: Manifest) => SINGLE.includes(metadata.name)

test('the application may ask a DNS cache on the node, which no selector of pods finds', () => {
  const [policy] = readManifests('deploy/kubernetes/base/network.yaml')
  const block = { ipBlock: { cidr: '169.254.20.10/32' } }
  const rules = (policy!.spec as { egress: { to: object[]; ports: object[] }[] }).egress
  const rule = rules.find(({ to }) => JSON.stringify(to) === JSON.stringify([block]))
  expect(rule?.ports).toEqual([
    { port: 53, protocol: 'UDP' },
    { port: 53, protocol: 'TCP' },
  ])
})

/** The rules of kube-linter and kube-score that apply here. */
describe.each(readdirSync(OVERLAYS))('the rendered overlay %s', (name) => {
  const { all, hasTags } = render(join(OVERLAYS, name))
  const ofKind = (kind: string) => all.filter((each) => each.kind === kind)
  const workloads = all.filter(({ kind }) => WORKLOADS.includes(kind))
  /** The workloads of a selector; an empty one selects none. */
  const select = (selector: Record<string, string> = {}) =>
    workloads.filter(({ spec }) => {
      const parts = Object.entries(selector)
      const { labels } = spec.template.metadata
      return parts.length > 0 && parts.every(([label, value]) => labels[label] === value)
    })
  const getScaler = ({ kind, metadata }: Manifest) =>
    ofKind('HorizontalPodAutoscaler').find(
      ({ spec: { scaleTargetRef: to } }) => to.kind === kind && to.name === metadata.name,
    )
  const named = workloads.map((each) => [each.metadata.name, each] as const)
  const selecting = (kind: string, getSelector: (spec: Part) => Record<string, string>) =>
    ofKind(kind).map(({ metadata, spec }) => ({
      name: metadata.name,
      spec,
      selected: select(getSelector(spec)).map((each) => each.metadata.name),
    }))

  test.each(named)('runs %s without rights and without a way to the host', (_, { spec }) => {
    const pod = spec.template.spec
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(pod.securityContext.runAsUser).toBeGreaterThan(0)
    for (const shared of ['hostNetwork', 'hostPID', 'hostIPC']) expect(pod[shared]).toBeFalsy()
    for (const { hostPath, emptyDir } of pod.volumes ?? []) {
      expect(hostPath).toBeUndefined()
      if (emptyDir) expect(emptyDir.sizeLimit).toBeTruthy()
    }
  })

  const containers = workloads.flatMap(({ metadata, spec: { template } }) =>
    [...template.spec.containers, ...(template.spec.initContainers ?? [])].map(
      (container: Part) => [`${metadata.name}/${container.name}`, container] as const,
    ),
  )
  test.each(containers)('bounds the container %s, and probes it', (_, container) => {
    const {
      image,
      env = [],
      ports = [],
      securityContext,
      livenessProbe,
      readinessProbe,
    } = container
    if (hasTags || image.includes(':')) expect(image).toMatch(/@sha256:|:(?!latest$)[\w.-]+$/)
    // A throttled process is late with everything, so the processor has no limit: docs/operations.md, Sizing.
    expect(container.resources).toMatchObject({
      requests: { cpu: expect.anything(), memory: expect.anything() },
      limits: { memory: expect.anything() },
    })
    expect(securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: expect.arrayContaining(['ALL']) },
    })
    expect(securityContext.capabilities.add).toBeUndefined()
    expect(securityContext.privileged).toBeFalsy()
    for (const { hostPort, containerPort } of ports) {
      expect(hostPort).toBeUndefined()
      expect(containerPort).toBeGreaterThanOrEqual(1024)
    }
    for (const each of env) if (isSecretName(each.name)) expect(each.value).toBeUndefined()
    expect(livenessProbe).toBeTruthy()
    expect(readinessProbe).toBeTruthy()
    expect(livenessProbe).not.toEqual(readinessProbe)
    for (const probe of [livenessProbe, readinessProbe, container.startupProbe]) {
      const { port } = probe?.httpGet ?? probe?.tcpSocket ?? {}
      const listed = ports.flatMap((each: Part) => [each.name, each.containerPort])
      if (port !== undefined) expect(listed).toContain(port)
    }
  })

  test.each(named)(
    'survives the loss of a node with copies of %s, or replaces it',
    (_, workload) => {
      const { metadata, spec } = workload
      const pod = spec.template.spec
      if (isSingle(workload))
        return expect(spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } })
      const scaler = getScaler(workload)
      expect(scaler?.spec.minReplicas ?? spec.replicas).toBeGreaterThan(1)
      if (scaler) expect(spec.replicas).toBeUndefined()
      const topologies = (pod.topologySpreadConstraints ?? []).map((each: Part) => each.topologyKey)
      if (!pod.affinity?.podAntiAffinity) expect(topologies).toContain('kubernetes.io/hostname')
      const budgets = selecting('PodDisruptionBudget', ({ selector }) => selector.matchLabels)
      expect(budgets.some(({ selected }) => selected.includes(metadata.name))).toBe(true)
      for (const { spec: budget } of budgets)
        expect(budget.maxUnavailable).toBeGreaterThanOrEqual(1)
    },
  )

  test('isolates every pod in the network, and opens no credentials', () => {
    const policies = selecting('NetworkPolicy', ({ podSelector }) => podSelector.matchLabels)
    const isolated = policies
      .filter(({ spec }) => ['Ingress', 'Egress'].every((type) => spec.policyTypes.includes(type)))
      .flatMap(({ selected }) => selected)
    expect(isolated).toEqual(expect.arrayContaining(named.map(([workload]) => workload)))
    for (const { spec } of policies)
      for (const { to = [] } of spec.egress ?? []) {
        // One address, such as that of the node's DNS cache, has no twin of the other family.
        const blocks = to
          .flatMap(({ ipBlock }: Part) => ipBlock ?? [])
          .filter(({ cidr }: Part) => !cidr.endsWith('/32'))
        const has = (sign: string) => blocks.some(({ cidr }: Part) => cidr.includes(sign))
        expect(has(':')).toBe(has('.'))
        // Addresses inside the cluster's provider hand out credentials.
        for (const { cidr, except = [] } of blocks)
          if (cidr.endsWith('/0')) expect(except).not.toEqual([])
      }
  })

  test('has no object that points at nothing', () => {
    const selections = [
      ...selecting('NetworkPolicy', ({ podSelector }) => podSelector.matchLabels),
      ...selecting('PodDisruptionBudget', ({ selector }) => selector.matchLabels),
      ...selecting('Service', ({ selector }) => selector),
    ]
    for (const { name: object, selected } of selections) expect(selected, object).not.toEqual([])
    for (const { spec } of ofKind('Service'))
      for (const { targetPort } of spec.ports)
        for (const each of select(spec.selector)) {
          const ports = each.spec.template.spec.containers.flatMap((one: Part) => one.ports ?? [])
          const listed = ports.flatMap((port: Part) => [port.name, port.containerPort])
          expect(listed, each.metadata.name).toContain(targetPort)
        }
    for (const { spec } of ofKind('HorizontalPodAutoscaler')) {
      const { kind, name: target } = spec.scaleTargetRef
      expect(ofKind(kind).map(({ metadata }) => metadata.name)).toContain(target)
    }
    const listed = ofKind('Service').flatMap(({ metadata, spec }) =>
      spec.ports.map((port: Part) => `${metadata.name}:${port.name}`),
    )
    for (const { spec } of ofKind('Ingress'))
      for (const { host, http } of spec.rules) {
        expect(spec.tls?.flatMap(({ hosts }: Part) => hosts)).toContain(host)
        for (const { backend } of http.paths)
          expect(listed).toContain(`${backend.service.name}:${backend.service.port.name}`)
      }
  })

  test('opens nothing to the outside, and holds no secrets and no rights in the cluster', () => {
    for (const { spec } of ofKind('Service')) expect(spec.type ?? 'ClusterIP').toBe('ClusterIP')
    for (const { kind } of all) expect(kind).not.toMatch(/^Secret$|Role/)
    for (const { data = {} } of ofKind('ConfigMap'))
      for (const key of Object.keys(data))
        expect(!isSecretName(key) || key.endsWith('_FILE')).toBe(true)
    for (const { metadata } of ofKind('Namespace'))
      expect(metadata).toHaveProperty(
        ['labels', 'pod-security.kubernetes.io/enforce'],
        'restricted',
      )
  })
})
