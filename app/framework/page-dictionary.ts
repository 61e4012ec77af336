/**
 * Has the browser fetch what our pages have in common, so that the next ones come as what differs from it
 * (edge/page-dictionary.ts); one that does not know of such files fetches nothing.
 * @param path where it is; undefined: the browser has it, or there is none
 */
export function fetchPageDictionary(path: string | undefined): void {
  const link = document.createElement('link')
  if (!path || !link.relList.supports('compression-dictionary')) return
  link.rel = 'compression-dictionary'
  link.href = path
  document.head.append(link)
}
