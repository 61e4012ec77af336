import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { expect, test } from 'vitest'
import { stringify } from 'yaml'

import { limitTable } from '../../app/limits/limit-table.server'

const PROMTOOL = process.env.PROMTOOL_PATH ?? 'promtool'

/** The value of a series at each minute from the start. */
type Series = Record<string, number[]>

/**
 * Has promtool evaluate the product's rules over invented minutes; returns the minutes at which an alert
 * fires.
 */
async function firing(alert: string, series: Series): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'april-rules-'))
  const file = join(folder, 'test.yaml')
  const last = Math.max(...Object.values(series).map(({ length }) => length))
  const test = {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({
      series: name,
      values: values.join(' '),
    })),
    // Expects silence at every minute: the tool's failures name the minutes that fire.
    alert_rule_test: minutes(last, (minute) => ({
      eval_time: `${minute}m`,
      alertname: alert,
      exp_alerts: [],
    })),
  }
  const rules = { rule_files: [resolve('deploy/prometheus/alerts.yaml')], tests: [test] }
  writeFileSync(file, stringify({ ...rules, evaluation_interval: '1m' }))
  return new Promise((response, fail) => {
    execFile(PROMTOOL, ['test', 'rules', file], (error, stdout, stderr) => {
      const text = stdout + stderr
      const found = [...text.matchAll(/alertname: \w+, time: (?:(\d+)h)?(\d+)m/g)]
      if (error && found.length === 0) return fail(new Error(text))
      response(found.map(([, hours = '0', minute]) => Number(hours) * 60 + Number(minute)))
    })
  })
}

const started = (instance: string) =>
  `process_start_time_seconds{job="april",instance="${instance}"}`
const up = (instance: string) => `up{job="april",instance="${instance}"}`
const minutes = <T>(count: number, value: (minute: number) => T) =>
  Array.from({ length: count }, (_, minute) => value(minute))

/** A process that restarts at these minutes. */
const restartedAt = (...moments: number[]) =>
  minutes(60, (minute) => 1000 + moments.filter((moment) => moment <= minute).length)

test.each([
  ['one planned restart', restartedAt(10)],
  ['three planned restarts in a row', restartedAt(10, 11, 12)],
  ['four planned restarts within ten minutes', restartedAt(10, 13, 16, 20)],
])('AprilRestarting keeps silent after %s', async (_, values) => {
  expect(await firing('AprilRestarting', { [started('a')]: values })).toEqual([])
})

test.each([
  ['every minute', minutes(50, (minute) => 10 + minute)],
  // As Kubernetes backs off: every five minutes at last.
  ['at the restart intervals of Kubernetes', [10, 11, 12, 14, 17, 22, 27, 32, 37, 42, 47, 52]],
])('AprilRestarting fires for a process that ends %s', async (_, moments) => {
  const fires = await firing('AprilRestarting', { [started('a')]: restartedAt(...moments) })
  expect(fires[0]).toBeGreaterThanOrEqual(25)
  expect(fires[0]).toBeLessThanOrEqual(35)
})

test('AprilHalfDown fires when two of four processes are away, not when one is', async () => {
  const of = (...away: string[]) =>
    Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((instance) => [
        up(instance),
        minutes(10, (minute) => (minute >= 3 && away.includes(instance) ? 0 : 1)),
      ]),
    )
  expect(await firing('AprilHalfDown', of('a'))).toEqual([])
  expect(await firing('AprilHalfDown', of('a', 'b'))).toEqual([5, 6, 7, 8, 9])
})

test('AprilHalfDown keeps silent while two processes are restarted one after the other', async () => {
  const series = {
    [up('a')]: minutes(10, (minute) => (minute === 3 ? 0 : 1)),
    [up('b')]: minutes(10, (minute) => (minute === 4 ? 0 : 1)),
  }
  expect(await firing('AprilHalfDown', series)).toEqual([])
})

const always = (value: number) => minutes(60, () => value)
const build = (instance: string, release: string) =>
  `april_build_info{job="april",instance="${instance}",version="1",release="${release}"}`
const secrets = (instance: string, fingerprint: string) =>
  `april_secrets_info{job="april",instance="${instance}",fingerprint="${fingerprint}"}`
const checked = 'april_files_checked_timestamp_seconds{job="april",instance="a"}'
const guessed = 'april_limits_hit_total{job="april",instance="a",limit="wrongCodesOfShop"}'
const dropped = 'april_log_lines_dropped_total{job="april",instance="a"}'

test.each<[string, Series, Series]>([
  [
    'AprilProcessDown',
    { [up('a')]: always(1), [up('b')]: always(1), [up('c')]: always(0) },
    { [up('a')]: always(1), [up('c')]: minutes(60, (minute) => (minute < 8 ? 0 : 1)) },
  ],
  [
    'AprilRolloutStuck',
    { [build('a', '1')]: always(1), [build('b', '2')]: always(1) },
    { [build('a', '1')]: minutes(20, () => 1), [build('b', '2')]: always(1) },
  ],
  [
    'AprilSecretsDiffer',
    { [secrets('a', 'x')]: always(1), [secrets('b', 'y')]: always(1) },
    { [secrets('a', 'x')]: always(1), [secrets('b', 'x')]: always(1) },
  ],
  [
    'AprilFilesLate',
    { [checked]: minutes(60, (minute) => 60 * Math.min(minute, 20) + 1) },
    { [checked]: minutes(60, (minute) => 60 * minute + 1) },
  ],
  [
    'AprilLogDropped',
    { [dropped]: minutes(60, (minute) => Math.max(0, minute - 20) * 10) },
    { [dropped]: always(5) },
  ],
  [
    'AprilGuessing',
    { [guessed]: minutes(60, (minute) => Math.max(0, minute - 20) * 10) },
    { [guessed]: always(5) },
  ],
])('%s fires for its fault, and not for a healthy installation', async (alert, ill, well) => {
  expect((await firing(alert, ill)).length).toBeGreaterThan(0)
  expect(await firing(alert, well)).toEqual([])
})

test('an alert about a limit names limits of the product alone', () => {
  const rules = readFileSync('deploy/prometheus/alerts.yaml', 'utf8')
  const named = [...rules.matchAll(/limit=~?"([^"]+)"/g)].flatMap(([, names = '']) =>
    names.split('|'),
  )
  expect(named).toContain('smsInHour')
  expect(named.filter((name) => name !== 'overload' && !(name in limitTable))).toEqual([])
})
