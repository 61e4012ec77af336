import type { AppLoadContext } from '@remix-run/node'

import { StreamedResponse } from '~/framework/streamed.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { errorReports } from '~/platform/error-reports.server'
import { log } from '~/platform/log.server'

import { files, LongListError, type FileName } from './files.server'
import type { Source } from './history.server'

/** The limit for a file, and for the access token, which cannot be renewed during the response. */
const MAX_MS = 10 * 60_000
/** Each file loads eight receipts in parallel; together they use half of an endpoint's limit. */
const MAX_OF_PROCESS = 4

/** Why a file ended early; `left`: the reader disconnected. */
type Cut = 'gateway' | 'late' | 'leaving' | 'left' | 'long'

const texts: Record<Exclude<Cut, 'left'>, string> = {
  gateway: 'сервис с данными перестал отвечать. Это не все данные, скачайте файл ещё раз',
  late: 'файл собирался слишком долго. Это не все данные',
  long: 'купонов слишком много. Это не все данные',
  leaving: 'сайт обновляется. Это не все данные, скачайте файл ещё раз через минуту',
}

export type DownloadResult =
  | { kind: 'begun'; file: Response }
  | { kind: 'crowded' | 'unavailable' }
  | { kind: 'tooOften'; until: number }

/** Owners of the files that are being made. */
const running = new Set<string>()

/**
 * Starts a file. Its first piece is awaited, the rest is made while the reader takes it. Limits: a few
 * files at a time for a process, one for a shopper, and some an hour for a shopper. A file that the gateway or a restart has
 * cut does not count.
 */
export async function startDownload(
  context: AppLoadContext,
  name: FileName,
): Promise<DownloadResult> {
  const owner = String(await context.session.userId())
  if (running.size >= MAX_OF_PROCESS || running.has(owner)) return { kind: 'crowded' }
  running.add(owner)
  let isBegun = false
  try {
    const productUntil = (await context.session.pinAccessToken(MAX_MS)) ?? 0
    const consumed = await context.services.limits.consume(['exports', owner])
    if (consumed.isOver) return { kind: 'tooOften', until: consumed.until.getTime() }
    const run = createRun(
      context,
      name,
      Math.min(MAX_MS, productUntil - Date.now()),
      async (cut) => {
        running.delete(owner)
        if (cut === 'gateway' || cut === 'leaving') await consumed.reward()
      },
    )
    isBegun = true
    const file = await run.begin()
    return file ? { kind: 'begun', file } : { kind: 'unavailable' }
  } catch (error) {
    if (error instanceof GatewayError) return { kind: 'unavailable' }
    throw error
  } finally {
    if (!isBegun) running.delete(owner)
  }
}

/** @param onEnd called once, at every end of the file */
function createRun(
  { gateways, visit: { requestId, route } }: AppLoadContext,
  name: FileName,
  leftMs: number,
  onEnd: (cut: Cut | null) => Promise<void>,
) {
  const { write, cut: cutWith, title, type } = files[name]
  const beganAt = performance.now()
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort('late'), leftMs).unref()
  const source: Source = { gateways, signal: ending.signal, mayWait: false }
  let rows = 0
  let isOver = false
  const pieces = write(source, (more) => (rows += more))

  async function end(cut: Cut | null): Promise<void> {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    if (cut === 'left') ending.abort(cut)
    const ms = Math.round(performance.now() - beganAt)
    log.info({ requestId, kind: name, rows, ms, ...(cut && { reason: cut }) }, 'export')
    await onEnd(cut)
  }

  function cutBy(error: unknown): Cut {
    if (ending.signal.aborted) return ending.signal.reason as Cut
    if (error instanceof LongListError) return 'long'
    // A redirect by error codes is useless during a download.
    if (!(error instanceof GatewayError) && !(error instanceof Response)) {
      log.error({ requestId, route, err: error }, 'download failed')
      errorReports.report(error, { requestId })
    }
    return 'gateway'
  }

  async function* goOn(first: string): AsyncGenerator<string> {
    let cut: Cut | null = 'left'
    try {
      yield first
      for await (const piece of pieces) {
        ending.signal.throwIfAborted()
        yield piece
      }
      cut = null
    } catch (error) {
      cut = cutBy(error)
      if (cut !== 'left') yield cutWith(texts[cut])
    } finally {
      await end(cut)
    }
  }

  /** @returns null when the first piece failed; throws a redirect by error codes */
  async function begin(): Promise<StreamedResponse | null> {
    let first: IteratorResult<string, unknown>
    try {
      first = await pieces.next()
    } catch (error) {
      await end(cutBy(error))
      if (error instanceof Response) throw error
      return null
    }
    // The file has begun, so no visitor waits and calls may pause.
    source.mayWait = true
    return new StreamedResponse(
      {
        pieces: goOn(first.done ? '' : first.value),
        leave: () => void end('left'),
        stop: () => ending.abort('leaving'),
      },
      {
        headers: {
          'Content-Type': type,
          // The Russian name by RFC 8187, and an ASCII name for old browsers.
          'Content-Disposition': `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(title)}`,
          'Cache-Control': 'private, no-store',
        },
      },
    )
  }
  return { begin }
}
