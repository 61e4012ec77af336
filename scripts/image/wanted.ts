import { join } from 'node:path'

import { BASE, readManifests } from '../../tests/support/manifests'

interface PodSpec {
  securityContext: { runAsUser: number; runAsGroup: number }
  volumes: { name: string; emptyDir?: object }[]
  containers: {
    ports: { containerPort: number }[]
    resources: { limits: { memory: string } }
    volumeMounts: { name: string; mountPath: string }[]
  }[]
}

/** `576Mi` in bytes. */
export function bytesOf(quantity: string): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? []
  if (!number) throw new Error(`${quantity} is no quantity of memory that this script reads`)
  return Number(number) * 1024 ** (unit === 'Gi' ? 3 : 2)
}

/** The manifests' requirements for the application. */
export function wantedByManifests() {
  const { containers, securityContext, volumes } = readManifests(join(BASE, 'deployment.yaml'))[0]!
    .spec.template.spec as PodSpec
  const [app] = containers
  const inMemory = new Set(volumes.filter(({ emptyDir }) => emptyDir).map(({ name }) => name))
  return {
    uid: securityContext.runAsUser,
    gid: securityContext.runAsGroup,
    memoryBytes: bytesOf(app!.resources.limits.memory),
    ports: app!.ports.map(({ containerPort }) => containerPort),
    tmpfs: app!.volumeMounts
      .filter(({ name }) => inMemory.has(name))
      .map(({ mountPath }) => mountPath),
  }
}
