/** A dark run of modules, measured from the left edge. */
export interface Run {
  start: number
  width: number
}

/**
 * Draws the runs of one row as one closed path. Each run starts where the last one ended, which
 * compresses to half of separate rectangles. Stored records accept only such paths
 * (`card-record.ts`).
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
