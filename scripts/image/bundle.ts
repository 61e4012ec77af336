// The configuration for an OCI runtime (crun, runc), with the limits of the manifests.
import type { Image } from './engine'

export interface RunOptions {
  /** Name of the container and of its control group. */
  name: string
  env: Record<string, string>
  uid: number
  gid: number
  memoryBytes: number
  /** Writable folders in memory. */
  tmpfs: string[]
  /** Read-only mounts, by their path outside. */
  files: [from: string, to: string][]
}

/** The engines' default system calls: `/usr/share/containers/seccomp.json`. */
export interface SeccompProfile {
  defaultAction: string
  defaultErrnoRet?: number
  syscalls: {
    names: string[]
    action: string
    args?: { index: number; value: number; valueTwo?: number; op: string }[] | null
    errnoRet?: number
    includes?: { arches?: string[]; caps?: string[] }
    excludes?: { arches?: string[]; caps?: string[] }
  }[]
}

const ARCHITECTURES: Record<string, [name: string, kinds: string[]]> = {
  x64: ['amd64', ['SCMP_ARCH_X86_64', 'SCMP_ARCH_X86', 'SCMP_ARCH_X32']],
  arm64: ['arm64', ['SCMP_ARCH_AARCH64', 'SCMP_ARCH_ARM']],
}

/** The default list for a process without capabilities. */
export function seccompFor(profile: SeccompProfile, cpu: string) {
  const [name, architectures] = ARCHITECTURES[cpu] ?? ['', []]
  const isFor = ({ includes = {}, excludes = {} }: SeccompProfile['syscalls'][number]) =>
    !includes.caps?.length &&
    (!includes.arches?.length || includes.arches.includes(name)) &&
    !excludes.arches?.includes(name)
  return {
    defaultAction: profile.defaultAction,
    ...(profile.defaultErrnoRet && { defaultErrnoRet: profile.defaultErrnoRet }),
    architectures,
    syscalls: profile.syscalls.filter(isFor).map(({ names, action, args, errnoRet }) => ({
      names,
      action,
      ...(args?.length && { args }),
      ...(errnoRet && { errnoRet }),
    })),
  }
}

const kernelMounts = [
  ['/proc', 'proc', 'nosuid', 'noexec', 'nodev'],
  ['/dev', 'tmpfs', 'nosuid', 'strictatime', 'mode=755', 'size=65536k'],
  ['/dev/pts', 'devpts', 'nosuid', 'noexec', 'newinstance', 'ptmxmode=0666', 'mode=0620'],
  ['/dev/shm', 'tmpfs', 'nosuid', 'noexec', 'nodev', 'mode=1777', 'size=65536k'],
  ['/sys', 'sysfs', 'nosuid', 'noexec', 'nodev', 'ro'],
].map(([destination = '', type = '', ...options]) => ({
  destination,
  type,
  source: type,
  options,
}))

/**
 * `config.json` of a bundle: no capabilities, a read-only root, limited memory, no network namespace of its
 * own.
 */
export function ociConfig(
  { command, env, folder, root }: Image,
  { name, env: settings, uid, gid, memoryBytes, tmpfs, files }: RunOptions,
  seccomp: ReturnType<typeof seccompFor> | null,
) {
  const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] }
  return {
    ociVersion: '1.0.0',
    hostname: name,
    process: {
      terminal: false,
      user: { uid, gid },
      args: command,
      env: Object.entries({ ...env, ...settings }).map(([key, value]) => `${key}=${value}`),
      cwd: folder,
      capabilities: none,
      noNewPrivileges: true,
    },
    root: { path: root, readonly: true },
    mounts: [
      ...kernelMounts,
      ...tmpfs.map((destination) => ({
        destination,
        type: 'tmpfs',
        source: 'tmpfs',
        options: ['nosuid', 'nodev', 'noexec', 'mode=1777', 'size=16m'],
      })),
      ...files.map(([source, destination]) => ({
        destination,
        type: 'bind',
        source,
        options: ['rbind', 'ro', 'nosuid', 'nodev', 'noexec'],
      })),
    ],
    linux: {
      cgroupsPath: `/${name}`,
      namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
      resources: {
        devices: [{ allow: false, access: 'rwm' }],
        memory: { limit: memoryBytes, swap: memoryBytes },
      },
      maskedPaths: ['/proc/kcore', '/proc/keys', '/proc/timer_list', '/sys/firmware'],
      readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
      ...(seccomp && { seccomp }),
    },
  }
}
