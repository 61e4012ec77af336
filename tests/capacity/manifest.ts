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

/** Kubernetes' default toleration of a lost node, in seconds. */
const USUAL_TOLERATION_SECONDS = 300

/** The figures of the manifests, for the model and the simulated day. */
export const manifest = {
  requestedCores: Number.parseInt(requests.cpu ?? '') / 1000,
  requestedMegabytes: Number.parseInt(requests.memory),
  limitMegabytes: Number.parseInt(limits.memory),
  minReplicas,
  maxReplicas,
  /** Used processors at which the autoscaler adds containers. */
  targetCores: (cpu.target.averageUtilization / 100) * (Number.parseInt(requests.cpu ?? '') / 1000),
  up,
  down: { ...down, stabilizationSeconds: behavior.scaleDown.stabilizationWindowSeconds },
  minReadySeconds: deployment!.spec.minReadySeconds as number,
  preStopSeconds: pod.containers[0].lifecycle.preStop.sleep.seconds as number,
  /** Seconds until containers of a lost node are replaced. */
  tolerationSeconds: toleration?.tolerationSeconds ?? USUAL_TOLERATION_SECONDS,
}
