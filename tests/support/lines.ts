/** Runs in the browser: breaks without a hyphen, and headings with a very short last line. */
export function badLines(): string[] {
  const faults: string[] = []
  const getLines = (text: Text): string[] => {
    const range = document.createRange()
    const lines: string[] = []
    let top = Number.NaN
    for (let at = 0; at < text.data.length; at += 1) {
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      const box = [...range.getClientRects()].at(-1)
      if (!box || box.width === 0) {
        lines.push(`${lines.pop() ?? ''}${text.data[at]}`)
        continue
      }
      if (Math.abs(box.top - top) > box.height / 2 || Number.isNaN(top)) lines.push('')
      top = box.top
      lines.push(`${lines.pop() ?? ''}${text.data[at]}`)
    }
    return lines
  }
  const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const box = text.parentElement
    if (!box?.checkVisibility() || box.closest('.visually-hidden, svg, script, noscript')) continue
    // Long text without spaces breaks anywhere.
    if (/\S{30,}/.test(text.data)) continue
    const lines = getLines(text)
    // A browser with a dictionary adds the hyphen; the tests' browser has none.
    const isHyphenated = getComputedStyle(box).hyphens === 'auto'
    for (const [at, line] of lines.entries())
      if (!isHyphenated && at > 0 && /[а-яё]$/i.test(lines[at - 1] ?? '') && /^[а-яё]/i.test(line))
        faults.push(`«${lines[at - 1]}» breaks before «${line}»`)
    const heading = box.closest('h1, h2, h3')
    const last = lines.at(-1)?.trim() ?? ''
    if (heading && lines.length > 1 && last.length < 4) faults.push(`«${last}» ends «${text.data}»`)
  }
  return faults
}
