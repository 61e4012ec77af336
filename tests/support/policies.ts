import type { Manifest } from './manifests'

/* eslint-disable @typescript-eslint/no-explicit-any -- the schemas have checked what is inside */

/** Own versions of the kube-linter and kube-score rules that apply here, under the names in those tools. */
type Rule = (all: readonly Manifest[]) => string[]

/** Single copies by role, which are replaced, not rolled: docs/decisions/015. */
const SINGLE = ['april-redis', 'april-cache']
/** A throttled process is late with everything: docs/operations.md, Sizing. */
const WITHOUT_CPU_LIMIT = true

const ofKind = (all: readonly Manifest[], kind: string) => all.filter((each) => each.kind === kind)
const workloads = (all: readonly Manifest[]) =>
  all.filter(({ kind }) =>
    ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob'].includes(kind),
  )
const getPod = (each: Manifest): any => each.spec.template.spec
const getLabels = (each: Manifest): Record<string, string> => each.spec.template.metadata.labels
const getContainers = (each: Manifest): any[] => [
  ...getPod(each).containers,
  ...(getPod(each).initContainers ?? []),
]

const selects = (selector: Record<string, string> = {}, labels: Record<string, string>) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value)

/** A rule about each pod: returns the workloads that break it. */
const pods =
  (isGood: (pod: any, workload: Manifest, all: readonly Manifest[]) => boolean): Rule =>
  (all) =>
    workloads(all)
      .filter((each) => !isGood(getPod(each), each, all))
      .map(({ metadata }) => metadata.name)

const containers = (isGood: (container: any, pod: any) => boolean): Rule =>
  pods((pod, workload) => getContainers(workload).every((each) => isGood(each, pod)))

/** A rule about each object of a kind. */
const objects =
  (kind: string, isGood: (each: Manifest, all: readonly Manifest[]) => boolean): Rule =>
  (all) =>
    ofKind(all, kind)
      .filter((each) => !isGood(each, all))
      .map(({ metadata }) => metadata.name)

const finds = (all: readonly Manifest[], selector: Record<string, string> | undefined) =>
  Object.keys(selector ?? {}).length > 0 &&
  workloads(all).some((each) => selects(selector, getLabels(each)))

const getScaler = (all: readonly Manifest[], { kind, metadata }: Manifest) =>
  ofKind(all, 'HorizontalPodAutoscaler').find(
    ({ spec }) => spec.scaleTargetRef.kind === kind && spec.scaleTargetRef.name === metadata.name,
  )

const isSecretName = (name: string) => /SECRET|PASSWORD|TOKEN|PRIVATE|CREDENTIAL/i.test(name)

const rules: Record<string, Rule> = {
  'latest-tag': containers(({ image }) => /@sha256:|:(?!latest$)[\w.-]+$/.test(image)),
  'unset-cpu-requirements': containers(
    ({ resources }) => resources?.requests?.cpu && (WITHOUT_CPU_LIMIT || resources.limits?.cpu),
  ),
  'unset-memory-requirements': containers(
    ({ resources }) => resources?.requests?.memory && resources.limits?.memory,
  ),
  'run-as-non-root': pods(
    ({ securityContext }) => securityContext?.runAsNonRoot && securityContext.runAsUser > 0,
  ),
  'no-read-only-root-fs': containers(
    ({ securityContext }) => securityContext?.readOnlyRootFilesystem === true,
  ),
  'drop-all-capabilities': containers(
    ({ securityContext }) =>
      securityContext?.capabilities?.drop?.includes('ALL') && !securityContext.capabilities.add,
  ),
  'privilege-escalation-container': containers(
    ({ securityContext }) => securityContext?.allowPrivilegeEscalation === false,
  ),
  'privileged-container': containers(({ securityContext }) => !securityContext?.privileged),
  'seccomp-profile': pods(
    ({ securityContext }) => securityContext?.seccompProfile?.type === 'RuntimeDefault',
  ),
  'host-namespaces': pods(
    ({ hostNetwork, hostPID, hostIPC }) => !hostNetwork && !hostPID && !hostIPC,
  ),
  'host-mounts': pods(({ volumes = [] }) => !volumes.some((each: any) => each.hostPath)),
  'host-port': containers(({ ports = [] }) => !ports.some((each: any) => each.hostPort)),
  'privileged-ports': containers(
    ({ ports = [] }) => !ports.some(({ containerPort }: any) => containerPort < 1024),
  ),
  'service-account-token': pods(
    ({ automountServiceAccountToken }) => automountServiceAccountToken === false,
  ),
  'no-liveness-probe': containers(({ livenessProbe }) => livenessProbe),
  'no-readiness-probe': containers(({ readinessProbe }) => readinessProbe),
  'probes-are-not-the-same': containers(
    ({ livenessProbe, readinessProbe }) =>
      JSON.stringify(livenessProbe) !== JSON.stringify(readinessProbe),
  ),
  'liveness-port': containers(({ livenessProbe, readinessProbe, startupProbe, ports = [] }) =>
    [livenessProbe, readinessProbe, startupProbe]
      .flatMap((probe) => (probe?.httpGet ?? probe?.tcpSocket)?.port ?? [])
      .every((port) =>
        ports.some((each: any) => each.name === port || each.containerPort === port),
      ),
  ),
  'env-var-secret': (all) => [
    ...containers(
      ({ env = [] }) => !env.some((each: any) => isSecretName(each.name) && each.value),
    )(all),
    ...objects('ConfigMap', ({ data = {} }) =>
      Object.keys(data).every((name) => !isSecretName(name) || name.endsWith('_FILE')),
    )(all),
  ],
  'no-secret-is-written-here': (all) => ofKind(all, 'Secret').map(({ metadata }) => metadata.name),
  'no-rights-in-the-cluster': (all) =>
    all.filter(({ kind }) => /Role/.test(kind)).map(({ metadata }) => metadata.name),
  'volume-size-limit': pods(
    ({ volumes = [] }) => !volumes.some((each: any) => each.emptyDir && !each.emptyDir.sizeLimit),
  ),
  'minimum-replicas': pods(
    (_, each, all) =>
      SINGLE.includes(each.metadata.name) ||
      (getScaler(all, each)?.spec.minReplicas ?? each.spec.replicas ?? 1) > 1,
  ),
  'replicas-and-autoscaler': pods(
    (_, each, all) => !getScaler(all, each) || each.spec.replicas === undefined,
  ),
  'one-copy-is-replaced': pods(
    (_, { metadata, spec }) =>
      !SINGLE.includes(metadata.name) || (spec.replicas === 1 && spec.strategy.type === 'Recreate'),
  ),
  'no-anti-affinity': pods(
    (pod, { metadata }) =>
      SINGLE.includes(metadata.name) ||
      pod.topologySpreadConstraints?.some(
        ({ topologyKey }: any) => topologyKey === 'kubernetes.io/hostname',
      ) ||
      pod.affinity?.podAntiAffinity,
  ),
  'pod-disruption-budget': pods(
    (_, each, all) =>
      SINGLE.includes(each.metadata.name) ||
      ofKind(all, 'PodDisruptionBudget').some(({ spec }) =>
        selects(spec.selector.matchLabels, getLabels(each)),
      ),
  ),
  'pdb-lets-a-node-go': objects('PodDisruptionBudget', ({ spec }) => spec.maxUnavailable >= 1),
  'non-isolated-pod': pods((_, each, all) =>
    ofKind(all, 'NetworkPolicy').some(
      ({ spec }) =>
        selects(spec.podSelector.matchLabels, getLabels(each)) &&
        ['Ingress', 'Egress'].every((type) => spec.policyTypes.includes(type)),
    ),
  ),
  'egress-of-both-families': objects('NetworkPolicy', ({ spec }) =>
    (spec.egress ?? []).every(({ to = [] }: any) => {
      const cidrs: string[] = to.flatMap(({ ipBlock }: any) => ipBlock?.cidr ?? [])
      return cidrs.some((each) => each.includes(':')) === cidrs.some((each) => each.includes('.'))
    }),
  ),
  'egress-to-credentials': objects('NetworkPolicy', ({ spec }) =>
    (spec.egress ?? [])
      .flatMap(({ to = [] }: any) => to.flatMap(({ ipBlock }: any) => ipBlock ?? []))
      .every(({ cidr, except = [] }: any) => !cidr.endsWith('/0') || except.length > 0),
  ),
  'dangling-service': objects(
    'Service',
    ({ spec }, all) =>
      finds(all, spec.selector) &&
      spec.ports.every(({ targetPort }: any) =>
        workloads(all)
          .filter((each) => selects(spec.selector, getLabels(each)))
          .every((each) =>
            getContainers(each).some(({ ports = [] }) =>
              ports.some(({ name, containerPort }: any) =>
                [name, containerPort].includes(targetPort),
              ),
            ),
          ),
      ),
  ),
  'exposed-services': objects('Service', ({ spec }) => (spec.type ?? 'ClusterIP') === 'ClusterIP'),
  'dangling-networkpolicy': objects('NetworkPolicy', ({ spec }, all) =>
    finds(all, spec.podSelector.matchLabels),
  ),
  'dangling-pdb': objects('PodDisruptionBudget', ({ spec }, all) =>
    finds(all, spec.selector.matchLabels),
  ),
  'dangling-hpa': objects('HorizontalPodAutoscaler', ({ spec }, all) =>
    all.some(
      ({ kind, metadata }) =>
        kind === spec.scaleTargetRef.kind && metadata.name === spec.scaleTargetRef.name,
    ),
  ),
  'ingress-without-tls': objects('Ingress', ({ spec }) =>
    spec.rules.every(({ host }: any) => spec.tls?.some(({ hosts }: any) => hosts.includes(host))),
  ),
  'dangling-ingress': objects('Ingress', ({ spec }, all) =>
    spec.rules
      .flatMap(({ http }: any) => http.paths)
      .every(({ backend }: any) =>
        ofKind(all, 'Service').some(
          ({ metadata, spec: { ports } }) =>
            metadata.name === backend.service.name &&
            ports.some(({ name }: any) => name === backend.service.port.name),
        ),
      ),
  ),
  'pod-security-standard': objects(
    'Namespace',
    ({ metadata }) =>
      (metadata as any).labels?.['pod-security.kubernetes.io/enforce'] === 'restricted',
  ),
}

/** `rule: name of the object`, for all objects that are applied together. */
export function policyFaults(all: readonly Manifest[]): string[] {
  return Object.entries(rules).flatMap(([name, rule]) =>
    rule(all).map((each) => `${name}: ${each}`),
  )
}
