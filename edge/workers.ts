import cluster, { type Worker } from 'node:cluster'

import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client'

import type { StatusSection } from '../app/context/status.server'
import type { Log } from '../app/platform/log.server'
import type { MetricsServerOptions } from './metrics'
import { joinStatus } from './status-of-workers'

/** More ends of workers than these within a minute end the container, so that somebody notices. */
const MOST_ENDS = 5
const ENDS_WITHIN_MS = 60_000
const LONGEST_ANSWER_MS = 2000
/** As patient as the liveness probe of the manifests: a busy worker must not be ended for being busy. */
const BEAT_MS = 10_000
const MOST_UNANSWERED = 6

type Told = MetricObjectWithValues<MetricValue<string>>[]

/** What the primary asks of a worker, and what it hears. */
interface Answers {
  beat: null
  metrics: Told
  status: readonly StatusSection[]
}
type Question = keyof Answers
type ToWorker = 'listen' | 'drain' | { id: number; question: Question }
type ToPrimary = 'prepared' | { id: number; answer: unknown }

interface Member {
  isPrepared: boolean
  isListening: boolean
  /** Beats in a row that it has not answered. */
  unanswered: number
  /** Its metrics when they were last asked for. */
  told: Told
}

export interface LeadOptions {
  /** How many workers. */
  count: number
  log: Log
  /** The primary's own metrics: its memory and processor belong to the container. */
  registry: Registry
  /** All of them listen. */
  onReady(): void
  beatMs?: number
}

export const isPrimary = cluster.isPrimary

/**
 * Has workers answer behind one port: begins them, replaces one that ends, has all of them drain at the
 * first SIGTERM or SIGINT, and ends when the last one has. Whoever kills it ends them, too: Node ends a
 * worker whose primary is gone.
 * @returns metrics and status of all of them
 */
export function lead({ count, log, registry, onReady, beatMs = BEAT_MS }: LeadOptions) {
  const workers = new Map<Worker, Member>()
  const asked = new Map<number, (answer: never) => void>()
  let lastId = 0
  /** What workers that have ended had counted: sums never fall, or Prometheus would take it for a new start. */
  let counted: Told = []
  let ends: number[] = []
  let isReady = false
  let exitCode: number | null = null

  const every = (is: (member: Member) => boolean) =>
    workers.size === count && [...workers.values()].every(is)
  // One whose channel is gone ends in a moment.
  const send = (worker: Worker, message: ToWorker) => worker.send(message, () => undefined)

  function begin(): void {
    const worker = cluster.fork()
    const member: Member = { isPrepared: false, isListening: false, unanswered: 0, told: [] }
    workers.set(worker, member)
    worker.on('message', (message: ToPrimary) => {
      member.unanswered = 0
      if (message !== 'prepared') return asked.get(message.id)?.(message.answer as never)
      member.isPrepared = true
      // The port opens when all can answer: whoever finds it open finds the whole container.
      if (isReady) send(worker, 'listen')
      else if (every(({ isPrepared }) => isPrepared)) openPort()
    })
    worker.once('listening', () => {
      member.isListening = true
      if (isReady) log.info({ worker: worker.process.pid }, 'a worker has begun')
      else if (every(({ isListening }) => isListening)) beReady()
      else openPort()
    })
  }

  /** One opens it, and the others join: a port that is taken is told of once. */
  function openPort(): void {
    const members = [...workers]
    const listening = members.filter(([, { isListening }]) => isListening).length
    const next = listening === 0 ? members.slice(0, 1) : listening === 1 ? members : []
    for (const [worker, { isListening }] of next) if (!isListening) send(worker, 'listen')
  }

  function beReady(): void {
    isReady = true
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => leave(0))
    onReady()
  }

  function leave(code: number): void {
    if (exitCode !== null) return
    exitCode = code
    for (const [worker, { isListening }] of workers)
      // No signal to who drains: many send one to the whole group, and a second one ends at once.
      if (isListening) send(worker, 'drain')
      else worker.process.kill('SIGTERM')
  }

  function noteEnd(facts: { worker: number | undefined; code: number; signal: string }): void {
    log.error(facts, 'a worker has ended')
    // Nobody was served yet; why, it has said itself.
    if (!isReady) process.exit(1)
    ends = [...ends.filter((at) => performance.now() - at < ENDS_WITHIN_MS), performance.now()]
    if (ends.length <= MOST_ENDS) return begin()
    log.fatal('workers end again and again')
    leave(1)
  }

  cluster.on('exit', (worker, code: number, signal: string) => {
    const { told = [] } = workers.get(worker) ?? {}
    workers.delete(worker)
    const lasting = told.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
    counted = AggregatorRegistry.aggregate([counted, lasting]).getMetricsAsArray() as Told
    if (exitCode === null) noteEnd({ worker: worker.process.pid, code, signal })
    else if (code !== 0 && signal !== 'SIGTERM') exitCode = 1
    if (workers.size === 0 && exitCode !== null) process.exit(exitCode)
  })

  // One that is still beginning would find its channel gone, and say so at length.
  process.once('exit', () => {
    for (const worker of workers.keys()) worker.process.kill('SIGKILL')
  })

  setInterval(() => {
    for (const [worker, member] of workers)
      if ((member.unanswered += 1) <= MOST_UNANSWERED) void ask(worker, 'beat')
      else worker.process.kill('SIGKILL')
  }, beatMs).unref()

  /** null: it did not answer in time. */
  function ask<Asked extends Question>(worker: Worker, question: Asked) {
    return new Promise<Answers[Asked] | null>((resolve) => {
      const id = (lastId += 1)
      function end(answer: Answers[Asked] | null) {
        asked.delete(id)
        clearTimeout(tooLate)
        resolve(answer)
      }
      const tooLate = setTimeout(end, LONGEST_ANSWER_MS, null)
      asked.set(id, end)
      send(worker, { id, question })
    })
  }

  const askAll = <Asked extends Question>(question: Asked) =>
    Promise.all([...workers.keys()].map(async (each) => [each, await ask(each, question)] as const))

  for (let each = 0; each < count; each += 1) begin()
  return {
    registry: {
      contentType: registry.contentType,
      async metrics() {
        for (const [worker, told] of await askAll('metrics')) {
          const member = workers.get(worker)
          if (member && told) member.told = told
        }
        const own = await registry.getMetricsAsJSON()
        const told = [...workers.values()].map((member) => member.told)
        return AggregatorRegistry.aggregate([own, counted, ...told]).metrics()
      },
    },
    async readStatus() {
      const told = await askAll('status')
      return joinStatus(told.map(([{ process }, status]) => [String(process.pid), status]))
    },
  } satisfies MetricsServerOptions
}

/**
 * A worker's half: it answers the primary from now on.
 * @returns resolves when the port may be opened: all other workers can answer, too
 */
export function join(told: { registry: Registry } & MetricsServerOptions): Promise<void> {
  const answers: { [Asked in Question]: () => Promise<Answers[Asked]> } = {
    beat: async () => null,
    metrics: () => told.registry.getMetricsAsJSON() as Promise<Told>,
    status: () => told.readStatus(),
  }
  const send = (message: ToPrimary) => process.send?.(message, undefined, {}, () => undefined)
  return new Promise((resolve) => {
    process.on('message', (message: ToWorker) => {
      if (message === 'listen') resolve()
      else if (message === 'drain') process.emit('SIGTERM', 'SIGTERM')
      else void answers[message.question]().then((answer) => send({ id: message.id, answer }))
    })
    send('prepared')
  })
}
