import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem, loadavg } from 'node:os'

const FILE = 'docs/reference/reliability.md'

/** Writes a measurement between the markers of its name, and prints it. */
export function report(name: string, text: string): void {
  const [begin, end] = [`<!-- measured: ${name} -->`, `<!-- end: ${name} -->`]
  const document = readFileSync(FILE, 'utf8')
  const from = document.indexOf(begin)
  const to = document.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${FILE} has no place for ${name}`)
  const before = document.slice(0, from + begin.length)
  writeFileSync(FILE, `${before}\n\n${text.trim()}\n\n${document.slice(to)}`)
  console.log(`\n${name}\n${text}`)
}

/** Machine and date of the measurement, in one line. */
export function conditions(): string {
  const [{ model } = { model: 'unknown' }] = cpus()
  const [load = 0] = loadavg()
  return (
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${model.trim()}, ` +
    `${Math.round(totalmem() / 2 ** 30)} GB; gateway, load and application on this one machine, ` +
    `with a load average of ${load.toFixed(1)} when it began.`
  )
}

export const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
