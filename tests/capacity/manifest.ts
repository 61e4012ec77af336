import { BASE, readManifests } from '../support/manifests'

const [deployment] = readManifests(`${BASE}/deployment.yaml`)
const [autoscaler] = readManifests(`${BASE}/autoscaler.yaml`)
const pod = deployment!.spec.template.spec
const { requests, limits } = pod.containers[0].resources as Record<'requests' | 'limits', Sizes>
const { minReplicas, maxReplicas, metrics, behavior } = autoscaler!.spec as Autoscaler
const cpu = metrics.find(({ resource }) => resource?.name === 'cpu')!.resource!
const [up] = behavior.scaleUp.policies
const [down] = behavior.scaleDown.policies

interface Sizes {
  cpu?: string
  memory: string
}
interface Policy {
  type: 'Percent' | 'Pods'
  value: number
  periodSeconds: number
}
interface Autoscaler {
  minReplicas: number
  maxReplicas: number
  metrics: { resource?: { name: string; target: { averageUtilization: number } } }[]
  behavior: {
    scaleUp: { policies: [Policy] }
    scaleDown: { stabilizationWindowSeconds: number; policies: [Policy] }
  }
}

const toleration = (
  pod.tolerations as { key: string; tolerationSeconds: number }[] | undefined
)?.find(({ key }) => key === 'node.kubernetes.io/unreachable')

/** What Kubernetes gives a container unless a pod says otherwise, in seconds. */
const USUAL_TOLERATION_SECONDS = 300

/** The manifests' own figures, for the model and the simulated day. */
export const manifest = {
  requestedCores: Number.parseInt(requests.cpu ?? '') / 1000,
  requestedMegabytes: Number.parseInt(requests.memory),
  limitMegabytes: Number.parseInt(limits.memory),
  minReplicas,
  maxReplicas,
  /** Of a processor, at which the autoscaler adds containers. */
  targetCores: (cpu.target.averageUtilization / 100) * (Number.parseInt(requests.cpu ?? '') / 1000),
  up,
  down: { ...down, stabilizationSeconds: behavior.scaleDown.stabilizationWindowSeconds },
  minReadySeconds: deployment!.spec.minReadySeconds as number,
  preStopSeconds: pod.containers[0].lifecycle.preStop.sleep.seconds as number,
  /** How long a container of a lost node is waited for. */
  tolerationSeconds: toleration?.tolerationSeconds ?? USUAL_TOLERATION_SECONDS,
}
