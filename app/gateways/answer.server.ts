import type { Endpoint } from './endpoint.server'
import { GatewayError } from './gateway-error.server'
import type { HttpAnswer } from './http.server'
import { errorAnswer, getIssues, parseNotingLosses } from '~/gateways/schemas/common.server'

/** Called with the paths that break the contract and the reasons, without values. */
type OnLoss = (lost: 'answer' | 'pieces', issues: string[]) => void

/**
 * Checks an answer against the schema of its endpoint.
 * @throws GatewayError `http` for a refusal, `contract` for an unreadable answer
 */
export function readAnswer(endpoint: Endpoint, response: HttpAnswer, complain: OnLoss): unknown {
  const { status, text } = response
  if (status < 200 || status >= 300) throw refusal(endpoint, response)
  const broken = (issues: string[]) => {
    complain('answer', issues)
    return new GatewayError({ kind: 'contract', endpoint: endpoint.name, status })
  }

  const json = parseJson(text)
  if (!json.ok) throw broken(['not JSON'])
  const parsed = parsedUnlessTooDeep(endpoint, json.value)
  if (!parsed) throw broken(['nested too deeply'])
  const { result, losses } = parsed
  if (!result.success) throw broken(getIssues(result.error))
  if (losses.length > 0) complain('pieces', losses)
  return result.data
}

/** The error of a refusal. Its body may be empty, HTML or cut off; then only the status counts. */
function refusal(
  endpoint: Endpoint,
  { status, text, retryAfterSeconds }: HttpAnswer,
): GatewayError {
  const json = parseJson(text)
  const body = errorAnswer.safeParse(json.ok ? json.value : undefined).data
  return new GatewayError({
    kind: 'http',
    endpoint: endpoint.name,
    status,
    code: body?.code,
    fields: body?.fields,
    retryAfterSeconds: status === 429 || status === 503 ? retryAfterSeconds : undefined,
  })
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  if (text === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

/** Null for a tree that is nested deeper than the parser's stack allows. */
function parsedUnlessTooDeep({ response }: Endpoint, value: unknown) {
  try {
    return parseNotingLosses(response, value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
