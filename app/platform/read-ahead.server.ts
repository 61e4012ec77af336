import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { withTimeout } from '~/lib/with-timeout'

import { production } from './settings.server'

const LIMIT_MS = 10_000

/**
 * Runs in a child: names each file before it touches it. Reads small files and the first level of folders,
 * and sends on the value that a pipe gives, because a pipe gives it once.
 */
const script = `
const { readFileSync, readdirSync, statSync, writeSync } = require('node:fs')
const send = (line) => writeSync(1, JSON.stringify(line) + '\\n')
const touch = (name, path, isInside) => {
  send({ name })
  try {
    const found = statSync(path)
    if (found.isFIFO() && values.includes(name)) return send({ name, text: readFileSync(path, 'utf8') })
    if (found.isFile() && found.size < 1e6) readFileSync(path)
    if (found.isDirectory() && !isInside)
      for (const file of readdirSync(path).slice(0, 200)) touch(name + ': ' + file, path + '/' + file, true)
  } catch {}
}
const [values, paths] = JSON.parse(process.argv[1])
for (const [name, path] of paths) touch(name, path, false)`

/** Variables that name a file with the value of a setting. */
const files = Object.keys(production.shape).map((name) => `${name}_FILE`)
/** Settings that are paths themselves. */
const places = ['BRAND_DIR', 'CONTENT_DIR', 'ROUTE_RULES_FILE']

/**
 * Touches the files and folders of settings in a child process before this one reads them: a volume that
 * hangs holds the child alone. A secret from a pipe replaces its `NAME_FILE` in the variables.
 * @returns the setting with a file that did not answer within ten seconds; null: all did
 */
export async function readAhead(variables: NodeJS.ProcessEnv): Promise<string | null> {
  const paths = [...places, ...files].flatMap((name) => {
    const path = variables[name]
    return path ? [[name, path] as const] : []
  })
  if (paths.length === 0) return null
  const env = { ...variables, NODE_OPTIONS: '' }
  const child = spawn(process.execPath, ['-e', script, JSON.stringify([files, paths])], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let written = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written += text))
  // Without a child the files are read as they are.
  const ended = async () =>
    once(child, 'close')
      .catch(() => undefined)
      .then(() => true)
  const isOver = await withTimeout(ended, LIMIT_MS, () => false)
  const lines = written.split('\n').slice(0, -1)
  const sent = lines.map((line) => JSON.parse(line) as { name: string; text?: string })
  if (!isOver) {
    child.kill('SIGKILL')
    return sent.at(-1)?.name ?? paths[0]![0]
  }
  for (const { name, text } of sent) {
    if (text === undefined) continue
    variables[name.replace(/_FILE$/, '')] = text
    delete variables[name]
  }
  return null
}
