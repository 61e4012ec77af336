/** The service worker is at the root, so that its scope is the whole site. */
export const WORKER_PATH = '/sw.js'

/** The decoded path of a file; addresses that cannot be decoded are refused before. */
export function getFilePath(url: string): string {
  const [path = ''] = url.split('?')
  return decodeURIComponent(path)
}
