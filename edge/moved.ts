import type { Step } from './exchange'

type FindRule = (url: string) => Promise<{ location: string; status: number } | null>

/** Sends on to where the operator's rules say that an address has moved. */
export function createMovedStep(findRule: FindRule): Step {
  return async ({ request, response, url, visit }) => {
    const rule = request.method === 'POST' ? null : await findRule(url)
    if (!rule) return null
    visit.route = 'moved'
    response.removeHeader('X-Robots-Tag')
    response.writeHead(rule.status, { Location: rule.location })
    response.end()
    return 'answered'
  }
}
