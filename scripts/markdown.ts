/** A word of code in a document. */
export const code = (text: string) => `\`${text}\``

/** A table of a document; prettier aligns it. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

/**
 * A document with another text between two marks.
 * @throws Error when it has no such marks
 */
export function filled(document: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`A document has no place for ${name}`)
  return `${document.slice(0, from)}${begin}\n\n${text}\n\n${document.slice(to)}`
}
