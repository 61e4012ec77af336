// Builds and runs the image with Docker or buildah; without both the steps run directly.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Builder = 'docker' | 'buildah'
export type Target = 'app' | 'sandbox'

/** Configuration of an image, and the path of its files. */
export interface Image {
  target: Target
  user: string
  ports: number[]
  env: Record<string, string>
  command: string[]
  /** The command of HEALTHCHECK, without the word CMD. */
  health: string[]
  folder: string
  root: string
  /** Name of buildah's container with these files. */
  container?: string
}

/**
 * Runs a tool to its end.
 * @throws Error with the end of its output when the exit code is not 0
 */
export function must(command: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (status === 0) return stdout.trim()
  const output = error?.message ?? `${stdout}\n${stderr}`.slice(-6000)
  throw new Error(`${command} ${args.slice(0, 6).join(' ')} ended with ${status}\n${output}`)
}

export const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

/** Docker needs a running service; buildah needs root. */
export function findBuilder(): Builder | null {
  if (works('docker', 'version')) return 'docker'
  return process.getuid?.() === 0 && works('buildah', 'version') ? 'buildah' : null
}

export const tagOf = (target: Target) => `localhost/april-check-${target}`

export const hasImage = (name: string) => works('buildah', 'inspect', '--type', 'image', name)

/**
 * Builds a stage as `docker build --target` does.
 * @param npmrc npm's registry settings, mounted as a secret and in no layer
 */
export function build(builder: Builder, target: Target, npmrc: string): void {
  const home = mkdtempSync(join(tmpdir(), 'april-secret-'))
  const secret = join(home, 'npmrc')
  writeFileSync(secret, npmrc, { mode: 0o600 })
  const common = ['--target', target, '--tag', tagOf(target), '--secret', `id=npmrc,src=${secret}`]
  const own = {
    docker: ['build'],
    // Only this format has a HEALTHCHECK; layers let the second target reuse the first.
    buildah: ['build', '--isolation', 'chroot', '--format', 'docker', '--layers', '--pull=false'],
  }
  try {
    must(builder, [...own[builder], ...common, '.'])
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

interface ImageConfig {
  User: string
  ExposedPorts?: Record<string, object>
  Env: string[]
  Cmd: string[]
  Healthcheck?: { Test: string[] }
  WorkingDir: string
}

/** The image's configuration in the engines' format. */
export function describe(target: Target, root: string, config: ImageConfig): Image {
  const [, ...health] = config.Healthcheck?.Test ?? []
  return {
    target,
    root,
    user: config.User,
    ports: Object.keys(config.ExposedPorts ?? {}).map((port) => Number.parseInt(port)),
    env: Object.fromEntries(
      config.Env.map((pair) => [
        pair.slice(0, pair.indexOf('=')),
        pair.slice(pair.indexOf('=') + 1),
      ]),
    ) as Record<string, string>,
    command: config.Cmd,
    health,
    folder: config.WorkingDir,
  }
}

/** The files of a built image; `close` releases them. */
export function openImage(builder: Builder, target: Target): { image: Image; close(): void } {
  const tag = tagOf(target)
  if (builder === 'buildah') {
    const container = must('buildah', ['from', '--pull-never', tag])
    const root = must('buildah', ['mount', container])
    const output = JSON.parse(must('buildah', ['inspect', '--type', 'image', tag])) as {
      Docker: { config: ImageConfig }
    }
    const close = () => void spawnSync('buildah', ['rm', container])
    return { image: { ...describe(target, root, output.Docker.config), container }, close }
  }
  const container = must('docker', ['create', tag])
  const root = mkdtempSync(join(tmpdir(), 'april-image-'))
  must('sh', ['-c', `docker export ${container} | tar -x --no-same-owner -C '${root}'`])
  must('docker', ['rm', container])
  const [output] = JSON.parse(must('docker', ['image', 'inspect', tag])) as [
    { Config: ImageConfig },
  ]
  const close = () => rmSync(root, { recursive: true, force: true })
  return { image: describe(target, root, output.Config), close }
}
