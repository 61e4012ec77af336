/**
 * Runs work after the next frame, so that what was pressed is seen to answer first (Interaction to
 * Next Paint): a frame's callbacks run before it is painted, a task after it.
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
