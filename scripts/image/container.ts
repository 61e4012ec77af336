// Runs a container as the manifests do, with the strictest available means.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, tmpdir } from 'node:os'
import { join } from 'node:path'

import { ociConfig, seccompFor, type RunOptions, type SeccompProfile } from './bundle'
import { tagOf, works, type Builder, type Image } from './engine'

export type Runner = 'docker' | 'crun' | 'runc' | 'chroot' | 'plain'

export interface Container {
  child: ChildProcess
  isHealthy(): boolean
  /** Peak and limit in bytes; null without a limit. */
  memory(): { peak: number; limit: number } | null
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** Restrictions that each way of running cannot apply. */
export const notApplied: Record<Runner, string[]> = {
  docker: [],
  crun: [],
  runc: [],
  chroot: [
    'a read-only root (that nothing is written is seen by comparing)',
    'no new privileges',
    'namespaces of its own',
  ],
  plain: ['a root of its own', 'no capabilities', 'a limit of memory', 'no new privileges'],
}

const PROFILE = '/usr/share/containers/seccomp.json'
const CONTROL_GROUPS = '/sys/fs/cgroup'
const PATIENCE_MS = 40_000

/**
 * Finds the first runtime that starts a container with all limits here: many kernels lack a required feature.
 */
export function findRunner(builder: Builder | null, image: Image): Runner {
  if (builder === 'docker') return 'docker'
  if (builder === null) return 'plain'
  for (const runner of ['crun', 'runc'] as const) {
    const trial = { ...image, command: ['node', '--version'] }
    const options = { ...bare, name: `april-trial-${process.pid}` }
    const { bundle, drop } = makeBundle(trial, options)
    const isGood = works(runner, 'run', '--bundle', bundle, options.name)
    drop()
    if (isGood) return runner
  }
  return 'chroot'
}

const bare: Omit<RunOptions, 'name'> = {
  env: {},
  uid: 1000,
  gid: 1000,
  memoryBytes: 512 * 1024 * 1024,
  tmpfs: [],
  files: [],
}

/** Whether system calls are restricted to the engines' defaults. */
export const hasSeccomp = (runner: Runner) => runner === 'docker' || existsSync(PROFILE)

function makeBundle(image: Image, options: RunOptions) {
  const bundle = mkdtempSync(join(tmpdir(), 'april-bundle-'))
  const seccomp = existsSync(PROFILE)
    ? seccompFor(JSON.parse(readFileSync(PROFILE, 'utf8')) as SeccompProfile, arch())
    : null
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(ociConfig(image, options, seccomp)))
  return { bundle, drop: () => rmSync(bundle, { recursive: true, force: true }) }
}

/** Sends the stop signal and resolves with the exit code. Kills the process after the longest grace period, then null. */
async function end(child: ChildProcess, signal: () => unknown, force: () => unknown) {
  if (child.exitCode !== null) return child.exitCode
  signal()
  const impatience = setTimeout(force, PATIENCE_MS)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(impatience)
  return code
}

/** Starts it in this process's network; its errors are printed. */
export function startContainer(runner: Runner, image: Image, options: RunOptions): Container {
  const { name } = options
  const log: ['ignore', 'ignore', 'inherit'] = ['ignore', 'ignore', 'inherit']
  if (runner === 'crun' || runner === 'runc') {
    const { bundle, drop } = makeBundle(image, options)
    const child = spawn(runner, ['run', '--bundle', bundle, name], { stdio: log })
    child.once('exit', drop)
    const kill = (signal: string) => works(runner, 'kill', name, signal)
    return {
      child,
      isHealthy: () => works(runner, 'exec', name, ...image.health),
      memory: () => memoryOf(name),
      stop: () =>
        end(
          child,
          () => kill('TERM'),
          () => kill('KILL'),
        ),
    }
  }
  if (runner === 'docker') {
    const child = spawn('docker', ['run', '--rm', ...dockerFlags(options), tagOf(image.target)], {
      stdio: log,
    })
    const kill = (signal: string) => works('docker', 'kill', '--signal', signal, name)
    return {
      child,
      isHealthy: () => works('docker', 'exec', name, ...image.health),
      memory: () => null,
      stop: () =>
        end(
          child,
          () => kill('TERM'),
          () => kill('KILL'),
        ),
    }
  }
  return runner === 'chroot' ? startInChroot(image, options) : startPlain(image, options)
}

/** The manifests' requirements as Docker flags. */
export function dockerFlags({ name, env, uid, gid, memoryBytes, tmpfs, files }: RunOptions) {
  return [
    ...['--name', name, '--network', 'host', '--read-only', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--user', `${uid}:${gid}`],
    ...['--memory', String(memoryBytes), '--memory-swap', String(memoryBytes)],
    ...tmpfs.flatMap((path) => ['--tmpfs', path]),
    ...files.flatMap(([from, to]) => ['--volume', `${from}:${to}:ro`]),
    ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
  ]
}

function startInChroot(image: Image, options: RunOptions): Container {
  const { name, env, uid, gid, memoryBytes, files } = options
  const group = join(CONTROL_GROUPS, 'memory', name)
  try {
    mkdirSync(group, { recursive: true })
    writeFileSync(join(group, 'memory.limit_in_bytes'), String(memoryBytes))
  } catch {
    // Without the right to make a control group, memory() returns null.
  }
  const flags = (own: string[]) => [
    ...['run', '--isolation', 'chroot', '--user', `${uid}:${gid}`, '--cap-drop', 'ALL'],
    ...files.flatMap(([from, to]) => ['--volume', `${from}:${to}:ro`]),
    ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    ...[image.container ?? '', '--', ...own],
  ]
  const joined = 'echo $$ >"$0/cgroup.procs" 2>/dev/null; exec buildah "$@"'
  const child = spawn('sh', ['-c', joined, group, ...flags(image.command)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return {
    child,
    isHealthy: () => works('buildah', ...flags(image.health)),
    memory: () => memoryOf(name),
    stop: () =>
      end(
        child,
        () => signalInnermost(child.pid ?? 0, 'SIGTERM'),
        () => signalInnermost(child.pid ?? 0, 'SIGKILL'),
      ),
  }
}

/** The engine passes no signals on. */
function signalInnermost(pid: number, signal: NodeJS.Signals): void {
  const { stdout } = spawnSync('pgrep', ['--parent', String(pid)], { encoding: 'utf8' })
  const [inner] = stdout.split('\n').filter(Boolean)
  if (inner) signalInnermost(Number(inner), signal)
  else process.kill(pid, signal)
}

/** Without mounts, variables name the files' real paths. */
function outside({ env, files }: RunOptions): Record<string, string> {
  const real = (value: string) =>
    files.reduce(
      (path, [from, to]) => (path.startsWith(`${to}/`) ? path.replace(to, from) : path),
      value,
    )
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, real(value)]))
}

function startPlain(image: Image, options: RunOptions): Container {
  const { uid, gid } = options
  const [command = '', ...args] = image.command
  const [health = '', ...asked] = image.health
  const settings = {
    NODE_ENV: 'production' as const,
    PATH: process.env.PATH,
    ...image.env,
    ...outside(options),
  }
  const child = spawn(command, args, {
    cwd: join(image.root, image.folder),
    env: settings,
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(process.getuid?.() === 0 && { uid, gid }),
  })
  return {
    child,
    isHealthy: () => spawnSync(health, asked, { env: settings }).status === 0,
    memory: () => null,
    stop: () =>
      end(
        child,
        () => child.kill('SIGTERM'),
        () => child.kill('SIGKILL'),
      ),
  }
}

/** Reads both kinds of control groups. */
function memoryOf(name: string): { peak: number; limit: number } | null {
  const read = (peak: string, limit: string) => ({
    peak: Number(readFileSync(join(CONTROL_GROUPS, peak), 'utf8')),
    limit: Number(readFileSync(join(CONTROL_GROUPS, limit), 'utf8')),
  })
  for (const [folder, peak, limit] of [
    [`memory/${name}`, 'memory.max_usage_in_bytes', 'memory.limit_in_bytes'],
    [name, 'memory.peak', 'memory.max'],
  ])
    if (existsSync(join(CONTROL_GROUPS, `${folder}/${limit}`)))
      return read(`${folder}/${peak}`, `${folder}/${limit}`)
  return null
}
