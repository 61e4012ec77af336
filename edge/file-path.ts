/** Where the service worker is, at the root so that the whole site is its own. */
export const WORKER_PATH = '/sw.js'

/** As a file is looked for; an address that cannot be decoded got no further than the checks. */
export function filePathOf(url: string): string {
  const [path = ''] = url.split('?')
  return decodeURIComponent(path)
}
