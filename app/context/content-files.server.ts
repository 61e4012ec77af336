import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'

import { operatorFileNames } from '~/operator/operator-files.server'
import { configurationWarnings, env } from '~/platform/env.server'
import { log } from '~/platform/log.server'
import { documentNames } from '~/welcome/documents.server'

const LOOK_EVERY_MS = 60_000
const MOST_NAMED = 10
const LONGEST_NAME = 80

const fileNames: readonly string[] = [
  ...documentNames.map((name) => `${name}.md`),
  ...operatorFileNames,
]

/**
 * Files of `CONTENT_DIR` that the application never reads, such as one with a misspelt name. Skips hidden
 * files of editors and Kubernetes.
 */
async function listUnreadFiles(): Promise<string[]> {
  const { CONTENT_DIR, ROUTE_RULES_FILE = '' } = env()
  if (!CONTENT_DIR) return []
  const names = await readdir(CONTENT_DIR).catch(() => [])
  return names
    .filter((name) => !name.startsWith('.') && !fileNames.includes(name))
    .filter((name) => resolve(CONTENT_DIR, name) !== resolve(ROUTE_RULES_FILE))
    .slice(0, MOST_NAMED)
    .map((name) => name.slice(0, LONGEST_NAME))
}

/** Probable mistakes in the configuration and its files that are no errors. */
export async function listWarnings(): Promise<string[]> {
  const unread = await listUnreadFiles()
  return [
    ...configurationWarnings(env()),
    ...unread.map(
      (name) => `CONTENT_DIR: nothing reads ${name}, misspelt? It may hold ${fileNames.join(', ')}`,
    ),
  ]
}

let timer: NodeJS.Timeout | undefined

/** Logs each unused file once, at the start and when it appears. */
export function watchUnreadFiles(): void {
  if (!env().CONTENT_DIR || timer) return
  const logged = new Set<string>()
  const look = async () => {
    for (const file of await listUnreadFiles()) {
      if (!logged.has(file)) log.warn({ file }, 'nothing reads this file of CONTENT_DIR: misspelt?')
      logged.add(file)
    }
  }
  void look()
  timer = setInterval(() => void look(), LOOK_EVERY_MS).unref()
}
