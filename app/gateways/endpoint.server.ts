import type { z } from 'zod'

import { isIdOf } from '~/lib/ids'

import { GatewayError } from './gateway-error.server'

export type GatewayName = 'web' | 'magnit-id' | 'fraud' | 'captcha'

/** One row of the contract. */
export interface Declaration {
  /** Moving an endpoint to the other gateway is this one word. */
  gateway: GatewayName
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** After the gateway's base; `{name}` stands for a value of the call. */
  path: `/${string}`
  /** Whether the visitor's access token is sent: never, when there is one, always. */
  auth: 'none' | 'optional' | 'required'
  /** Whether a failed call may be sent once more: reads and idempotent writes only. */
  repeat: boolean
  /**
   * The answer is the same for everybody, and good for this long, in ms. Only such an endpoint can
   * be read through the cache of public data, and only if it takes no token.
   */
  freshMs?: number
  /** The body; checked before anything is sent, fields not named in it are left out. */
  request?: z.ZodType
  /** The query's names and values; checked before anything is sent. */
  query?: z.ZodObject
  /** Names of headers that only this endpoint has. */
  headers?: readonly string[]
  answer: z.ZodType
}

/** A declared row. `name` is its id in logs, faults and metrics, e.g. `GET /v3/user/balance`. */
export type Endpoint<Declared extends Declaration = Declaration> = Declared & { name: string }

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
  isOnly?: boolean | undefined
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

/** Declares one row of the contract. */
export function endpoint<const Declared extends Declaration>(
  declared: Declared,
): Endpoint<Declared> {
  return { ...declared, name: `${declared.method} ${declared.path}` }
}

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
