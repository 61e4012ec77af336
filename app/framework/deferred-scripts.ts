/** The template that holds the page's scripts. */
export const DEFERRED_ID = 'deferred-scripts'

/** A document with its changes watched from the end of its body until it is hydrated. */
export type ChangedDocument = Window & {
  foreignChanges?: MutationRecord[]
  stopWatching?: () => void
}

const MOST_CHANGES = 200

/**
 * The inline script that begins the deferred ones, in browsers of package.json's list: the first versions
 * with these two interfaces are the first of the list. An older browser keeps the page that works without
 * a script, and does not read its `noscript`: the refresh in it is done here. The script begins after the first paint where a browser reports it, else after a second; at once in a
 * hidden tab, which paints nothing. Each node moves in a task of its own: requests for all files in one
 * task hold up a tap for 25 to 100 ms on a processor four times slower.
 */
export const beginScripts = `(() => {
  if (!window.crypto || !crypto.randomUUID || !window.TextEncoderStream) {
    const refresh = /refresh" content="(\\d+)/.exec((document.querySelector('noscript') || {}).textContent)
    if (refresh) setTimeout(() => location.reload(), refresh[1] * 1000)
    return
  }
  const changes = (window.foreignChanges = [])
  const observer = new MutationObserver((records) => {
    if (changes.length < ${MOST_CHANGES}) changes.push(...records.slice(0, ${MOST_CHANGES}))
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
})()`.replace(/\n\s*/g, '\n')
