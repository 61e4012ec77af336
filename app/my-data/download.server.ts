import type { AppLoadContext } from '@remix-run/node'

import { StreamedResponse } from '~/framework/streamed.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { errorReports } from '~/platform/error-reports.server'
import { log } from '~/platform/log.server'
import { userHash } from '~/session/user-hash.server'

import { dispositionOf, files, type FileName } from './files.server'
import { LongListError, type Source } from './history.server'
import { acquireFileLock } from './file-lock.server'

/** The limit for a file, and for the access token, which cannot be renewed during the response. */
const LONGEST_MS = 10 * 60_000
/**
 * The longest time of a file lock. It outlives every response, because the edge closes a streamed response
 * after 15 minutes.
 */
const TURN_MS = LONGEST_MS + 6 * 60_000

/** Why a file ended early; `left`: the reader disconnected. */
type Cut = 'gateway' | 'late' | 'leaving' | 'left' | 'long'

const texts: Record<Exclude<Cut, 'left'>, string> = {
  gateway: 'сервис с данными перестал отвечать. Это не все данные, скачайте файл ещё раз',
  late: 'файл собирался слишком долго. Это не все данные, выберите один год и скачайте ещё раз',
  long: 'купонов слишком много. Это не все данные',
  leaving: 'сайт обновляется. Это не все данные, скачайте файл ещё раз через минуту',
}

export type DownloadResult =
  | { kind: 'begun'; file: Response }
  | { kind: 'busy' | 'crowded' | 'unavailable' }
  | { kind: 'tooOften'; until: number }

interface Asked {
  name: FileName
  year: number | null
}

/**
 * Starts a file. Its first piece is awaited, the rest is made while the reader takes it. Limits: one file at
 * a time for a shopper, and some an hour. A file that the gateway or a restart has cut does not count.
 */
export async function startDownload(
  context: AppLoadContext,
  asked: Asked,
): Promise<DownloadResult> {
  const { session, store, limits } = context
  const turn = await acquireFileLock(store, await userHash(context), TURN_MS)
  if (typeof turn === 'string') return { kind: turn }
  try {
    const goodUntil = (await session.pinAccessToken(LONGEST_MS)) ?? 0
    const taken = await limits.consume(['exports', String(await session.userId())])
    if (taken.isOver) {
      await turn.release()
      return { kind: 'tooOften', until: taken.until.getTime() }
    }
    const run = createRun(context, asked, {
      leftMs: Math.min(LONGEST_MS, goodUntil - Date.now()),
      release: turn.release,
      pardon: () => taken.reward(),
    })
    return await begin(run, asked)
  } catch (error) {
    await turn.release()
    if (error instanceof GatewayError) return { kind: 'unavailable' }
    throw error
  }
}

interface Terms {
  /** The time left for the file, in milliseconds. */
  leftMs: number
  release: () => Promise<void>
  /** Refunds the limit after an error that is not the shopper's. */
  pardon: () => Promise<void>
}

function createRun(context: AppLoadContext, { name, year }: Asked, terms: Terms) {
  const { gateways, requestId, route } = context
  const ending = new AbortController()
  const beganAt = performance.now()
  const tooLate = setTimeout(() => ending.abort('late'), terms.leftMs).unref()
  let rows = 0
  let isOver = false
  const source: Source = { gateways, year, signal: ending.signal, mayWait: false }

  return {
    signal: ending.signal,
    /** The file has begun, so no visitor waits and calls may pause. */
    takeTime: () => void (source.mayWait = true),
    pieces: files[name].write(source, (more) => (rows += more)),
    cutBy(error: unknown): Cut {
      if (ending.signal.aborted) return ending.signal.reason as Cut
      if (error instanceof LongListError) return 'long'
      // A redirect by error codes is useless during a download.
      if (!(error instanceof GatewayError) && !(error instanceof Response)) {
        log.error({ requestId, route, err: error }, 'download failed')
        errorReports.report(error, { requestId })
      }
      return 'gateway'
    },
    stop: () => ending.abort('leaving'),
    /** Every end of the file calls this function once. */
    async end(cut: Cut | null): Promise<void> {
      if (isOver) return
      isOver = true
      clearTimeout(tooLate)
      if (cut === 'left') ending.abort(cut)
      const ms = Math.round(performance.now() - beganAt)
      log.info({ requestId, kind: name, rows, ms, ...(cut && { reason: cut }) }, 'export')
      await terms.release()
      if (cut === 'gateway' || cut === 'leaving') await terms.pardon()
    },
  }
}

type Run = ReturnType<typeof createRun>

async function begin(run: Run, { name, year }: Asked): Promise<DownloadResult> {
  let first: IteratorResult<string, unknown>
  try {
    first = await run.pieces.next()
  } catch (error) {
    await run.end(run.cutBy(error))
    if (error instanceof Response) throw error
    return { kind: 'unavailable' }
  }
  run.takeTime()
  const file = new StreamedResponse(
    {
      pieces: goOn(run, first.done ? '' : first.value, files[name].cut),
      leave: () => void run.end('left'),
      stop: run.stop,
    },
    {
      headers: {
        'Content-Type': files[name].type,
        'Content-Disposition': dispositionOf(name, year),
        'Cache-Control': 'private, no-store',
      },
    },
  )
  return { kind: 'begun', file }
}

async function* goOn(
  run: Run,
  first: string,
  cutWith: (why: string) => string,
): AsyncGenerator<string> {
  let cut: Cut | null = 'left'
  try {
    yield first
    for await (const piece of run.pieces) {
      run.signal.throwIfAborted()
      yield piece
    }
    cut = null
  } catch (error) {
    cut = run.cutBy(error)
    if (cut !== 'left') yield cutWith(texts[cut])
  } finally {
    await run.end(cut)
  }
}
