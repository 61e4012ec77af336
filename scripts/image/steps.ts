// Runs the Dockerfile's steps in a clean folder, without an engine. The base image is this machine's Node;
// steps that change only the base are named and skipped.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import {
  commandOf,
  contextFiles,
  environmentOf,
  instructionsOf,
  lineageOf,
  type Stage,
} from '../dockerfile'
import type { Image, Target } from './engine'

/** Runs the steps of all stages; returns a folder with one folder for each. */
export function takeSteps(stages: readonly Stage[]): string {
  const home = mkdtempSync(join(tmpdir(), 'april-image-'))
  chmodSync(home, 0o755)
  for (const stage of stages) {
    console.log(`${stage.name}, from ${stage.from}`)
    makeStage(home, stages, stage)
  }
  return home
}

/** The result of a stage's steps in the form of an image. */
export function imageOfSteps(home: string, stages: readonly Stage[], target: Target): Image {
  const last = (keyword: string) => instructionsOf(stages, target, keyword).at(-1)?.text ?? ''
  return {
    target,
    user: last('USER'),
    ports: last('EXPOSE').split(' ').map(Number),
    env: environmentOf(stages, target),
    command: commandOf(stages, target),
    health: commandOf(stages, target, 'HEALTHCHECK'),
    folder: last('WORKDIR'),
    root: join(home, target),
  }
}

function makeStage(home: string, stages: readonly Stage[], stage: Stage): void {
  const root = join(home, stage.name)
  if (existsSync(join(home, stage.from)))
    cpSync(join(home, stage.from), root, { recursive: true, verbatimSymlinks: true })
  mkdirSync(root, { recursive: true })
  const inherited = lineageOf(stages, stage.from).flatMap(({ instructions }) => instructions)
  let folder = inherited.findLast(({ keyword }) => keyword === 'WORKDIR')?.text ?? '/'
  const inside = (path: string) => join(root, path.startsWith('/') ? path : join(folder, path))

  for (const { keyword, text, args } of stage.instructions) {
    if (keyword === 'WORKDIR') folder = text
    if (keyword === 'WORKDIR') mkdirSync(inside('.'), { recursive: true })
    if (keyword === 'COPY') copy(home, args, inside)
    // Secrets are not mounted: the steps run without them.
    if (keyword === 'RUN')
      run(environmentOf(stages, stage.name), text.replace(/--mount=\S+ +/g, ''), inside('.'))
  }
}

function copy(home: string, args: string[], inside: (path: string) => string): void {
  const from = args.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const paths = args.filter((word) => !word.startsWith('--'))
  const target = paths.pop()!
  const toFolder = target.endsWith('/') || target === '.'
  for (const path of paths) {
    if (from) {
      const to = inside(toFolder ? join(target, basename(path)) : target)
      cpSync(join(home, from, path), to, { recursive: true, verbatimSymlinks: true })
      continue
    }
    const files = contextFiles('.').filter((file) => path === '.' || file === path)
    if (files.length === 0) throw new Error(`COPY ${path}: .dockerignore keeps it out`)
    for (const file of files) {
      const to = inside(join(target, file))
      mkdirSync(dirname(to), { recursive: true })
      cpSync(file, to)
    }
  }
}

function run(own: Record<string, string>, command: string, cwd: string): void {
  if (/^rm -rf \/usr\//.test(command)) {
    console.log(`  left out, changes the base image: RUN ${command.slice(0, 60)}…`)
    return
  }
  console.log(`  RUN ${command}`)
  // Enough to find node and packages, nothing else.
  const { PATH, HOME, npm_config_cache = '' } = process.env
  const env = { PATH, HOME, npm_config_cache, ...own } as Record<string, string | undefined>
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    env: env as NodeJS.ProcessEnv,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}\n${stdout}\n${stderr}`)
}
