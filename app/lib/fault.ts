/** Where in the browser something went wrong. */
export const faultPlaces = [
  'script',
  'screen',
  'missing chunk',
  'card record',
  'service worker',
  'push',
  'bonuses',
] as const
export type FaultPlace = (typeof faultPlaces)[number]

/** A fault of the browser as it is posted to `/errors`: no address, no value, no id of anyone. */
export interface Fault {
  where: 'browser' | 'worker'
  what: FaultPlace
  name: string
  message: string
  stack: string
  /** Which build of the application the browser runs. */
  build: string
}

const MOST_FAULTS = 5
const LONGEST_STACK = 4000
/** A lost network and who went elsewhere are no faults, and the server knows its own. */
const passing = /^(AbortError|NoNetworkError)$/
const elsewhere = /failed to fetch$|load failed|networkerror|^unexpected server error$/i

/**
 * Tells of each fault once, and of five at most: what goes wrong in one place goes wrong often.
 * @param post sends one fault on; never throws
 */
export function createFaultReporter(
  { where, build }: { where: Fault['where']; build: () => string },
  post: (fault: Fault) => void,
) {
  const told = new Set<string>()
  return (error: unknown, what: FaultPlace): void => {
    // A status that a loader threw is an answer, and a thrown text says no place.
    if (!(error instanceof Error)) return
    const { name, message, stack = '' } = error
    if (passing.test(name) || elsewhere.test(message)) return
    const key = `${what} ${name} ${message}`
    if (told.has(key) || told.size >= MOST_FAULTS) return
    told.add(key)
    post({
      where,
      what,
      name,
      message: message.slice(0, 500),
      stack: stack.slice(0, LONGEST_STACK),
      build: build(),
    })
  }
}
