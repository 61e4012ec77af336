/**
 * Runs work after the next frame, so that what was pressed is seen to answer first (Interaction to
 * Next Paint). A page that nobody sees has no frames: there it runs at once.
 */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') work()
  // A frame's callbacks run before it is painted, a task after it.
  else requestAnimationFrame(() => setTimeout(work))
}
