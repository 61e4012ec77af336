export type Service = 'web' | 'magnit-id' | 'fraud' | 'captcha'

/** One call exactly as it was received. */
export interface ReceivedCall {
  gateway: Service | 'unknown'
  /** As the contract writes it, for example `GET /v2/goods/{id}`; `unknown` when there is none. */
  endpoint: string
  method: string
  /** The whole path, with the gateway's base. */
  path: string
  query: Record<string, string>
  /** Lowercase names. */
  headers: Record<string, string>
  /** Parsed JSON; the text when it is no JSON; undefined when there was no body. */
  body: unknown
  /** Milliseconds since 1970, by the sandbox's clock. */
  at: number
}

const MAX_STORED = 5000

/** The last calls, oldest first. The array itself stays the same for the sandbox's whole life. */
export function record(calls: ReceivedCall[], call: ReceivedCall): void {
  calls.push(call)
  if (calls.length > MAX_STORED) calls.splice(0, calls.length - MAX_STORED)
}

/** Reads a request into the form that the sandbox records; the request's body stays readable. */
export async function receive(
  request: Request,
  gateway: ReceivedCall['gateway'],
  endpoint: string,
  at: number,
): Promise<ReceivedCall> {
  const url = new URL(request.url)
  const text = await request.clone().text()
  return {
    gateway,
    endpoint,
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(request.headers),
    body: text === '' ? undefined : parsed(text),
    at,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
