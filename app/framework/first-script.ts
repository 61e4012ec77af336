/**
 * The first script of every page, inline; a small build of its own. It starts the deferred scripts in supported
 * browsers (docs/reference/browsers.md). Its syntax is older than any of them.
 */
import { DEFERRED_ID, type PageBeforeScripts } from './deferred-scripts'

const MAX_CHANGES = 200
/** A browser that reports no paint starts the scripts after this time. */
const LATEST_MS = 1000

const page: PageBeforeScripts = window as never
/** The oldest supported versions are the first with both. */
const { crypto } = window as Partial<Window>
const isSupported = 'TextEncoderStream' in window && crypto && 'randomUUID' in crypto
let hasBegun = false

if (isSupported) {
  noteForScripts()
  beginAfterPaint()
} else reloadAsWithoutScript()

function noteForScripts() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    page.installPrompt = event
  })
  const changes: MutationRecord[] = (page.foreignChanges = [])
  const observer = new MutationObserver((records) => {
    if (changes.length < MAX_CHANGES) changes.push(...records.slice(0, MAX_CHANGES))
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
  page.stopWatching = () => observer.disconnect()
}

/** At once in a hidden tab, which never paints. */
function beginAfterPaint() {
  if (document.hidden) return begin()
  setTimeout(begin, LATEST_MS)
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) begin()
  }).observe({ type: 'paint', buffered: true })
}

/** Each node moves in its own task: on a slow processor, all at once delay a tap by 25 to 100 ms. */
function begin() {
  if (hasBegun) return
  hasBegun = true
  const template = document.getElementById(DEFERRED_ID) as HTMLTemplateElement
  for (const node of [...template.content.childNodes]) setTimeout(() => template.append(node))
}

/** An older browser gets the refresh of `noscript` here. */
function reloadAsWithoutScript() {
  const { textContent } = document.querySelector('noscript') ?? {}
  const [, seconds] = /refresh" content="(\d+)/.exec(textContent ?? '') ?? []
  if (seconds) setTimeout(() => location.reload(), Number(seconds) * 1000)
}
