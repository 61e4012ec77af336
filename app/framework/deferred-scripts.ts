/** Id of the template with the page's scripts. */
export const DEFERRED_ID = 'deferred-scripts'

/** A document with its changes observed from the end of its body until hydration. */
export type ChangedDocument = Window & {
  foreignChanges?: MutationRecord[]
  stopWatching?: () => void
}

/** The browser's install prompt, when it fired before the scripts ran; it fires only once. */
export type PageWithPrompt = Window & { installPrompt?: Event }

const MAX_CHANGES = 200

/**
 * The inline script that starts the deferred ones in supported browsers. The oldest supported versions are
 * the first with `crypto.randomUUID` and `TextEncoderStream` (docs/reference/browsers.md). An older browser
 * keeps the page without scripts and gets the refresh of `noscript` here. The deferred scripts start after
 * the first paint, else after a second; at once in a hidden tab, which never paints. Each node moves in its
 * own task. On a processor four times slower, all requests in one task delay a tap by 25 to 100 ms.
 */
export const beginScripts = `(() => {
  if (!window.crypto || !crypto.randomUUID || !window.TextEncoderStream) {
    const refresh = /refresh" content="(\\d+)/.exec((document.querySelector('noscript') || {}).textContent)
    if (refresh) setTimeout(() => location.reload(), refresh[1] * 1000)
    return
  }
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installPrompt = event
  })
  const changes = (window.foreignChanges = [])
  const observer = new MutationObserver((records) => {
    if (changes.length < ${MAX_CHANGES}) changes.push(...records.slice(0, ${MAX_CHANGES}))
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
  window.stopWatching = () => observer.disconnect()
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    const template = document.getElementById('${DEFERRED_ID}')
    for (const node of [...template.content.childNodes]) setTimeout(() => template.append(node))
  }
  if (document.hidden) return begin()
  setTimeout(begin, 1000)
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) begin()
  }).observe({ type: 'paint', buffered: true })
})()`
  .replace(/\n\s*/g, '\n')
  // Blanks around operators: every page has this text in its first bytes.
  .replace(/ ?([=>(){},&|+*<]+) ?/g, '$1')
