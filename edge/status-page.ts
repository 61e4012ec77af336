import type { StatusSection } from '../app/context/status.server'
import { escapeHtml } from '../app/lib/escape-html'

const style = `
:root { color-scheme: light dark; --ink: #14201a; --muted: #5a6861; --line: #dcded6; --ground: #f6f5ef; --sheet: #fff; --bad: #a3260f }
@media (prefers-color-scheme: dark) { :root { --ink: #ecf1ee; --muted: #9aa8a1; --line: #2b352f; --ground: #0e1411; --sheet: #171f1b; --bad: #ff9a85 } }
* { box-sizing: border-box }
body { margin: 0; padding: 1.5rem 1rem 3rem; background: var(--ground); color: var(--ink); font: 1rem/1.45 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto }
h1 { margin: 0 0 .25rem; font-size: 1.5rem }
p { margin: 0 0 1.5rem; color: var(--muted) }
section { margin-top: 1rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--sheet) }
h2 { margin: 0 0 .5rem; font-size: 1.0625rem }
dl { margin: 0 }
div { display: grid; grid-template-columns: minmax(0, 18rem) minmax(0, 1fr); gap: 0 1rem; padding: .375rem 0; border-top: 1px solid var(--line) }
dt { color: var(--muted); overflow-wrap: anywhere }
dd { margin: 0; overflow-wrap: anywhere }
.bad { color: var(--bad); font-weight: 600 }
@media (max-width: 40em) { div { grid-template-columns: minmax(0, 1fr) } }
`

/** The operators' page of one process: plain HTML without scripts and requests. */
export function statusPage(sections: readonly StatusSection[]): string {
  const parts = sections.map(({ title, rows }) => {
    const lines = rows.map(
      ({ name, value, isBad }) =>
        `<div><dt>${escapeHtml(name)}</dt><dd${isBad ? ' class="bad"' : ''}>${escapeHtml(value)}</dd></div>`,
    )
    return `<section>\n<h2>${escapeHtml(title)}</h2>\n<dl>\n${lines.join('\n')}\n</dl>\n</section>`
  })
  const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This process</title>
<style>${style}</style>
<main>
<h1>This process</h1>
<p>As of ${now}, since its start. Not for the public. Prometheus asks for <a href="/metrics">/metrics</a>.</p>
${parts.join('\n')}
</main>
</html>
`
}

/** Allows no script and no request. */
export const statusHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}
