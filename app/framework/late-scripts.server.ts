const LINK = '<link rel="modulepreload"'
const started = /<script( nonce="[^"]*")? type="module" async="">/
/** Remix escapes what could end a script, so its data hold no `<`. */
const dataScript = /<script(?: nonce="[^"]*")?>window\.__remixContext = ([^<]*);<\/script>/
const DATA_ID = 'page-data'

/**
 * Keeps the page's scripts back until `beginScripts` runs: on a slow line they would take their
 * part of it from what is to be painted. Elements stay where React looks for them when it
 * hydrates; it minds no attribute. A preload for no medium is not fetched. The page's data are left in it
 * as data: its policy then allows the same scripts whatever they are (docs/decisions/022).
 * @param page rendered by Remix, with its links and its one module script
 */
export function holdScripts(page: string): string {
  // They stand at the end: what is long before them need not be searched.
  const at = page.indexOf(LINK)
  const scripts = page
    .slice(at)
    .replaceAll(LINK, `${LINK} media="not all"`)
    .replace(started, '<script$1 type="text/plain">')
    .replace(
      dataScript,
      (_, data: string) => `<script type="application/json" id="${DATA_ID}">${data}</script>`,
    )
  return page.slice(0, at) + scripts
}

/**
 * The script that begins them, in browsers of package.json's list: the first versions with these two
 * are the first of the list. An older one keeps the page that works without a script, and does not read that page's
 * `noscript`: the refresh in it is done here. One that finds an
 * error in this script's own syntax has neither. After the first paint where a browser tells of it, else after a
 * second; at once in a tab that nobody sees, which paints nothing. Each file is asked for in a task of its own: all in
 * one hold up a tap for 25 to 100 ms on a processor four times slower.
 */
export const beginScripts = `(() => {
  if (!window.crypto || !crypto.randomUUID || !window.TextEncoderStream) {
    const refresh = /refresh" content="(\\d+)/.exec((document.querySelector('noscript') || {}).textContent)
    if (refresh) setTimeout(() => location.reload(), refresh[1] * 1000)
    return
  }
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    window.__remixContext = JSON.parse(document.getElementById('${DATA_ID}').textContent)
    for (const link of document.querySelectorAll('link[rel=modulepreload]'))
      setTimeout(() => (link.media = ''))
    setTimeout(() => {
      const held = document.querySelector('script[type="text/plain"]')
      const script = document.createElement('script')
      script.type = 'module'
      script.textContent = held.textContent
      held.replaceWith(script)
    })
  }
  if (document.hidden) return begin()
  setTimeout(begin, 1000)
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) begin()
  }).observe({ type: 'paint', buffered: true })
})()`.replace(/\n\s*/g, '\n')
