import type { z } from 'zod'

import { DEFAULT_STORE_CODE, type Store } from '~/gateways/schemas/stores.server'
import { isIdOf } from '~/domain/ids'

import { GatewayError } from './gateway-error.server'

export type GatewayName = 'web' | 'magnit-id' | 'fraud' | 'captcha'

/** Whether the visitor's access token is sent: never, if there is one, always. */
export type Auth = 'none' | 'optional' | 'required'

/** Ids for examples without earlier responses. */
export const exampleIds = {
  storeCode: DEFAULT_STORE_CODE,
  categoryId: 101,
  productId: '1000001',
  couponId: '1',
  offerCode: 'offer-1',
  transactionId: 't1',
  ratedId: 't1',
  pollId: 'poll-1',
}

/** Ids from earlier responses, for later calls and for addresses of screens. */
export type ExampleIds = {
  [Name in keyof typeof exampleIds]?: (typeof exampleIds)[Name] | undefined
} & { storeCode: string; store?: Store | undefined }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

/** Gateway, method and path in one line; `{name}` in the path is a parameter of the call. */
type Head = `${GatewayName} ${Method} /${string}`

/** What an endpoint's head does not say. */
interface Facts {
  /** By default `required`. */
  auth?: Auth
  /**
   * `safe`: a read, as each GET by default. `idempotent`: a write that can be repeated. `once`: a
   * write that cannot. A failed call is retried once unless it is `once`; the contract check calls
   * only `safe` endpoints.
   */
  effect?: Effect
  /**
   * For public data: how long a response stays fresh, in milliseconds. Only endpoints without a
   * token may use the public cache.
   */
  freshMs?: number
  /** The default deadline in milliseconds; without it, `GATEWAY_TIMEOUT_MS`. */
  deadlineMs?: number
  /** The body; checked before sending. Undeclared fields are dropped. */
  request?: z.ZodType
  /** The query's names and values; checked before sending. */
  query?: z.ZodObject
  /** Names of headers that only this endpoint uses. */
  headers?: readonly string[]
  response: z.ZodType
  /** The effect on shoppers when the whole response is missing. */
  without: string
  /** True when screens show neither an error nor a retry button for it. */
  isMissedSilently?: true
}

type Effect = 'safe' | 'idempotent' | 'once'

/** A write says its effect. */
type FactsOf<Of extends Head> = Of extends `${string} GET ${string}`
  ? Facts
  : Facts & { effect: Effect }

/**
 * One endpoint of a gateway. The contract document, the OpenAPI file, tests and the contract check
 * read it.
 */
export interface Declaration extends Facts {
  gateway: GatewayName
  method: Method
  /** The path after the gateway's base. */
  path: `/${string}`
  auth: Auth
  effect: Effect
}

/** The declaration that a head and its facts make. */
type Declared<
  Of extends Head,
  Said extends Facts,
> = Of extends `${infer Gateway extends GatewayName} ${infer Verb extends Method} /${infer Path}`
  ? Omit<Said, 'auth' | 'effect'> & {
      gateway: Gateway
      method: Verb
      path: `/${Path}`
      auth: Said extends { auth: infer Given extends Auth } ? Given : 'required'
      effect: Said extends { effect: infer Given extends Effect } ? Given : 'safe'
      response: Said['response']
      without: string
    }
  : never

/**
 * A declared endpoint. `name` is its id in logs, errors and metrics, e.g. `GET /v3/user/balance`.
 */
export type Endpoint<Declared extends Declaration = Declaration> = Declared & {
  name: `${Declared['method']} ${Declared['path']}`
  /** The input of an example call; a string explains why there is none. */
  getExample(found: ExampleIds): AnyInput | string
  /** Collects ids from a response for later calls. */
  learn?(response: never, found: ExampleIds): void
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type Part<Key extends string, Value> = [Value] extends [never] ? unknown : { [K in Key]: Value }

export interface CallOptions {
  /** The deadline in milliseconds for everything, including token and retry. */
  deadlineMs?: number | undefined
  /**
   * Cancels the call, which rejects with its reason. Not for writes: they may have taken effect.
   */
  signal?: AbortSignal | undefined
  /** True to send the call only once, although its declaration allows a retry. */
  isNotRetried?: boolean | undefined
}

/** The input of a call before validation. */
export interface AnyInput extends CallOptions {
  params?: Record<string, string>
  body?: unknown
  query?: unknown
  headers?: Record<string, string>
}

/** The input of a call to this endpoint. */
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
 * Sends one call to a declared endpoint and returns its parsed response.
 * @throws GatewayError of every kind, or a redirect where the response leads every page elsewhere
 */
export type Call = <Declared extends Declaration>(
  endpoint: Endpoint<Declared>,
  ...input: CallOptions extends CallInput<Declared>
    ? [input?: CallInput<Declared>]
    : [input: CallInput<Declared>]
) => Promise<z.output<Declared['response']>>

/** The part of a declaration that its types follow from: how the gateway's function calls the endpoint. */
interface Own<Declared extends Declaration, Given extends unknown[], Picked, Recovered> {
  /** The call's input from the function's argument. */
  input?(...given: Given): Omit<CallInput<Declared>, keyof CallOptions>
  /** The function's result; by default the response. */
  pick?(response: z.output<Declared['response']>, ...given: Given): Picked
  /** The result after a refusal, such as null for absence; throws all other errors. */
  recover?(error: GatewayError): Recovered
  /** The function's argument in the contract check and tests; undefined when there is none yet. */
  example?: Given[0] | ((found: ExampleIds) => Given[0] | '' | undefined)
  /** Why there may be no example. */
  lacking?: string
  /** Collects ids from a response, for the examples of other endpoints. */
  learn?(response: z.output<Declared['response']>, found: ExampleIds): void
}

type Needed<Declared extends Declaration> =
  CallOptions extends CallInput<Declared> ? unknown : { input: unknown }

interface Callable<Given extends unknown[], Result> {
  /**
   * The function that calls the endpoint: with the argument of its `input`, if any, and options.
   * @throws GatewayError of every kind, or a redirect
   */
  bind(call: Call): (...given: [...given: Given, options?: CallOptions]) => Promise<Result>
}

/**
 * Declares one endpoint and the function that calls it.
 * @param head names the gateway by its first word
 */
export function endpoint<
  const Of extends Head,
  const Said extends FactsOf<Of>,
  Given extends unknown[] = [],
  Picked = z.output<Said['response']>,
  Recovered = never,
>(
  head: Of,
  facts: Said,
  ...[own]: unknown extends Needed<Declared<Of, Said>>
    ? [own?: Own<Declared<Of, Said>, Given, Picked, Recovered>]
    : [own: Own<Declared<Of, Said>, Given, Picked, Recovered> & Needed<Declared<Of, Said>>]
): Endpoint<Declared<Of, Said>> & Callable<Given, Picked | Recovered> {
  const [gateway, method, path] = head.split(' ')
  const {
    input,
    pick,
    recover,
    ...rest
  }: Own<Declared<Of, Said>, Given, Picked, Recovered> = own ?? {}
  const { example, lacking = '', learn } = rest
  const declared = { auth: 'required', effect: 'safe', ...facts, gateway, method, path }
  const made = {
    ...declared,
    name: `${method} ${path}`,
    getExample(found: ExampleIds) {
      const call = input as ((given?: unknown) => AnyInput) | undefined
      if (!call?.length) return call?.() ?? {}
      const given = typeof example === 'function' ? (example as Exemplify)(found) : example
      return given ? call(given) : lacking
    },
    ...(learn && { learn }),
  } as unknown as Endpoint<Declared<Of, Said>>
  const bind = (call: Call) =>
    async function (...all: unknown[]) {
      const given = all.slice(0, input?.length ?? 0) as Given
      const options = all[given.length] as CallOptions | undefined
      try {
        const response = await (call as AnyCall)(made, { ...input?.(...given), ...options })
        return pick ? pick(response as never, ...given) : (response as Picked)
      } catch (error) {
        if (recover && error instanceof GatewayError) return recover(error)
        throw error
      }
    }
  return Object.assign(made, { bind })
}

type Exemplify = (found: ExampleIds) => unknown
type AnyCall = (endpoint: Endpoint, input: AnyInput) => Promise<unknown>

/** For `recover`: these statuses mean absence. */
export function absent(...statuses: number[]) {
  return (error: GatewayError): null => {
    if (statuses.includes(error.status ?? 0)) return null
    throw error
  }
}

/**
 * The endpoint's path with its parameters filled in.
 * @throws GatewayError `invalid` when a value is absent or could change the path's structure
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
