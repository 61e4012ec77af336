import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'

// Registers all files before the first reading.
import '~/operator/route-rules-file.server'
import '~/operator/operator-files.server'
import '~/welcome/documents.server'
import { configurationWarnings, env, variableWarnings } from '~/platform/env.server'
import { contentPath, liveFiles } from '~/platform/live-files.server'
import { readTextFile } from '~/lib/text-file.server'
import { log } from '~/platform/log.server'

const MAX_NAMED = 10
const MAX_NAME_LENGTH = 80

/**
 * Files of `CONTENT_DIR` that the application never reads, such as one with a misspelt name. Skips hidden
 * files of editors and Kubernetes.
 */
async function listUnreadFiles(): Promise<string[]> {
  const { CONTENT_DIR, ROUTE_RULES_FILE = '' } = env()
  if (!CONTENT_DIR) return []
  const names = await readdir(CONTENT_DIR).catch(() => [])
  return names
    .filter((name) => !name.startsWith('.') && !liveFiles.names.includes(name))
    .filter((name) => resolve(CONTENT_DIR, name) !== resolve(ROUTE_RULES_FILE))
    .slice(0, MAX_NAMED)
    .map((name) => name.slice(0, MAX_NAME_LENGTH))
}

/** Markup of the operator's texts that pages leave out. */
async function listLostMarkup(): Promise<string[]> {
  const names = env().CONTENT_DIR ? liveFiles.names.filter((name) => name.endsWith('.md')) : []
  const warnings: string[] = []
  for (const name of names) {
    const text = await readTextFile(contentPath(name) ?? '').catch(() => null)
    if (text === null) continue
    // Loads the library only for an existing text.
    const { listDroppedMarkup } = await import('~/operator/markdown.server')
    const dropped = listDroppedMarkup(text).slice(0, MAX_NAMED).join(', ')
    if (dropped) warnings.push(`CONTENT_DIR: the page of ${name} leaves out ${dropped}`)
  }
  return warnings
}

/** Probable mistakes in the configuration and its files that are no errors. */
export async function listWarnings(): Promise<string[]> {
  const unread = await listUnreadFiles()
  return [
    ...configurationWarnings(env()),
    ...variableWarnings(),
    ...(await listLostMarkup()),
    ...unread.map(
      (name) =>
        `CONTENT_DIR: nothing reads ${name}, misspelt? It may hold ${liveFiles.names.filter((file) => file.includes('.')).join(', ')}`,
    ),
  ]
}

/**
 * Reads the operator's files before the first request, and again when they change. Logs each unused file
 * once, at the start and when it appears.
 */
export async function openFiles(): Promise<void> {
  const logged = new Set<string>()
  const logUnread = async () => {
    for (const file of await listUnreadFiles()) {
      if (!logged.has(file)) log.warn({ file }, 'nothing reads this file of CONTENT_DIR: misspelt?')
      logged.add(file)
    }
  }
  await liveFiles.open(logUnread)
}

/** The errors of the operator's files, for a command. */
export async function listFileErrors(): Promise<string[]> {
  await liveFiles.readOnce()
  return liveFiles
    .states()
    .flatMap(({ name, error }) => (error === null ? [] : `${name}: ${error}`))
}
