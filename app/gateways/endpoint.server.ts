import type { z } from 'zod'

import type { Store } from '~/gateways/shapes/stores.server'
import { isIdOf } from '~/lib/ids'

import { GatewayError } from './gateway-error.server'

export type GatewayName = 'web' | 'magnit-id' | 'fraud' | 'captcha'

/** Whether the visitor's access token is sent: never, when there is one, always. */
export type Auth = 'none' | 'optional' | 'required'

/** Ids that earlier answers gave, for asking about them in later calls and in addresses of screens. */
export interface Found {
  storeCode: string
  store?: Store | undefined
  categoryId?: number | undefined
  goodId?: string | undefined
  couponId?: string | undefined
  offerCode?: string | undefined
  transactionId?: string | undefined
  ratedId?: string | undefined
  pollId?: string | undefined
}

/** One endpoint of a gateway: the document, the OpenAPI file, the tests and the contract check read it. */
export interface Declaration {
  /** Moving an endpoint to the other gateway is this one word. */
  gateway: GatewayName
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** After the gateway's base; `{name}` stands for a value of the call. */
  path: `/${string}`
  auth: Auth
  /**
   * `safe`: changes nothing. `idempotent`: a write that may be sent twice. `once`: a write that may not.
   * A failed call is sent once more unless it is `once`; the contract check asks `safe` endpoints alone.
   */
  effect: 'safe' | 'idempotent' | 'once'
  /**
   * The answer is the same for everybody, and good for this long, in ms. Only such an endpoint can
   * be read through the cache of public data, and only if it takes no token.
   */
  freshMs?: number
  /** How long a call waits that names no deadline; `GATEWAY_TIMEOUT_MS` where nothing is shown. */
  deadlineMs?: number
  /** The body; checked before anything is sent, fields not named in it are left out. */
  request?: z.ZodType
  /** The query's names and values; checked before anything is sent. */
  query?: z.ZodObject
  /** Names of headers that only this endpoint has. */
  headers?: readonly string[]
  answer: z.ZodType
  /** Addresses of the screens that ask it; `{name}` stands for an id of `Found`. The first one is opened by tests. */
  usedBy: readonly `/${string}`[] | typeof EVERY_SCREEN
  /** What a shopper misses when the whole answer is missing. */
  without: string
  /** The screens say nothing of it then, and offer no second try. */
  isMissedSilently?: true
}

/** Stands in `usedBy` for an endpoint that the guard of all personal screens asks. */
export const EVERY_SCREEN = 'every signed-in screen'

/** A declared endpoint. `name` is its id in logs, faults and metrics, e.g. `GET /v3/user/balance`. */
export type Endpoint<Declared extends Declaration = Declaration> = Declared & {
  name: `${Declared['method']} ${Declared['path']}`
  /** What a call of it may be given; a text says why there is nothing to ask about. */
  exampleOf(found: Found): AnyInput | string
  /** Takes ids from an answer, for later calls. */
  learn?(answer: never, found: Found): void
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type Part<Key extends string, Value> = [Value] extends [never] ? unknown : { [K in Key]: Value }

export interface CallOptions {
  /** How long the caller waits for everything, tokens and a second try included, in ms. */
  deadlineMs?: number | undefined
  /** Gives the call up, rejecting with its reason. Not for writes: they may have happened. */
  signal?: AbortSignal | undefined
  /** Sends it once only, though its declaration would let a failed call be sent once more. */
  isNotRetried?: boolean | undefined
}

/** What a caller may give, before it is checked. */
export interface AnyInput extends CallOptions {
  params?: Record<string, string>
  body?: unknown
  query?: unknown
  headers?: Record<string, string>
}

/** What a call of this endpoint is given. */
export type CallInput<Declared extends Declaration> = Part<
  'params',
  NamesIn<Declared['path']> extends never ? never : Record<NamesIn<Declared['path']>, string>
> &
  Part<'body', Declared extends { request: infer Body extends z.ZodType } ? z.input<Body> : never> &
  Part<'query', Declared extends { query: infer Q extends z.ZodObject } ? z.input<Q> : never> &
  Part<
    'headers',
    Declared extends { headers: readonly (infer Name extends string)[] }
      ? Record<Name, string>
      : never
  > &
  CallOptions

/**
 * Sends one request to a declared endpoint and gives its parsed answer.
 * @throws GatewayError of every kind
 */
export type Call = <Declared extends Declaration>(
  endpoint: Endpoint<Declared>,
  ...input: CallOptions extends CallInput<Declared>
    ? [input?: CallInput<Declared>]
    : [input: CallInput<Declared>]
) => Promise<z.output<Declared['answer']>>

type Example<Declared extends Declaration> =
  CallInput<Declared> | ((found: Found) => CallInput<Declared> | string)

/**
 * Declares one endpoint.
 * @param example a call's input, for the contract check and the tests; a text says why there is nothing to ask about
 * @param learn takes ids from an answer, for the examples of other endpoints
 */
export function endpoint<const Declared extends Declaration>(
  declared: Declared,
  ...[example, learn]: CallOptions extends CallInput<Declared>
    ? [example?: Example<Declared>, learn?: Learn<Declared>]
    : [example: Example<Declared>, learn?: Learn<Declared>]
): Endpoint<Declared> {
  return {
    ...declared,
    name: `${declared.method} ${declared.path}`,
    exampleOf: (found) => (typeof example === 'function' ? example(found) : (example ?? {})),
    ...(learn && { learn }),
  }
}

type Learn<Declared extends Declaration> = (
  answer: z.output<Declared['answer']>,
  found: Found,
) => void

/**
 * The endpoint's path with its values in place.
 * @throws GatewayError `invalid` when a value is absent or could leave its place in the path
 */
export function fillPath(
  { name, path }: Pick<Endpoint, 'name' | 'path'>,
  params: Record<string, string> = {},
): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = Object.hasOwn(params, key) ? params[key] : undefined
    if (!isIdOf('pathValue', value)) {
      throw new GatewayError({
        kind: 'invalid',
        endpoint: name,
        fields: [{ name: key, code: 'invalid_path_value' }],
      })
    }
    return encodeURIComponent(value)
  })
}

/**
 * `null` in place of a refusal that means 'there is none'.
 * @param statuses the statuses that mean so in the endpoint's row
 */
export async function orNull<Value>(
  answer: Promise<Value>,
  ...statuses: number[]
): Promise<Value | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof GatewayError && statuses.includes(error.status ?? 0)) return null
    throw error
  }
}
