/**
 * A transition that is cut short (the page is left, or made anew) is no fault, but the framework
 * leaves the promise that tells it unobserved.
 */
export function observeTransitions(): void {
  // Not every browser has them.
  const start = document.startViewTransition as typeof document.startViewTransition | undefined
  if (!start) return
  document.startViewTransition = ((update: ViewTransitionUpdateCallback) => {
    const transition = start.call(document, update)
    transition.ready.catch(() => undefined)
    return transition
  }) as typeof start
}
