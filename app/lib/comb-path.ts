/** A dark run of modules, from the left edge of the drawing. */
export interface Run {
  start: number
  width: number
}

/**
 * The runs of one row as one closed path, a comb with its back along the row's lower edge: each is written
 * from where the last one ended, which compresses to half of what their places do. It fills what
 * rectangles would, and has only the text of a path that stored records may hold (`card-record.ts`).
 * @param top the row's upper edge, in modules
 */
export function combPath(runs: readonly Run[], top: number, height: number): string {
  const teeth = runs.map(({ start, width }, index) => {
    const before = runs[index - 1]
    const way = before ? `h${start - before.start - before.width}` : `M${start} ${top + height}`
    return `${way}v-${height}h${width}v${height}`
  })
  return teeth.length > 0 ? `${teeth.join('')}z` : ''
}
