import type { ActionFunctionArgs } from '@remix-run/node'
import type { Submission } from '@conform-to/react'
import type { z } from 'zod'

import type { SwitchName } from '~/domain/switch-names'
import type { LimitName } from '~/limits/limit-table.server'

import type { ErrorsByName } from './form-errors'
import type { FormResponse } from './form-response.server'

/** The sent values of a form by name; empty ones are absent. */
type Payload = Submission<unknown>['payload']

/** A permitted submission with valid fields. */
export interface FormArgs<Value, GuardResult = unknown> extends ActionFunctionArgs {
  guardResult: GuardResult
  /** The schema's output. */
  value: Value
  payload: Payload
  /** The random id of the form's render. */
  formId: string | undefined
}

/** Result of a form's call. Plain data, because it may be stored for a second post. */
export interface FormResult {
  kind: string
  /** Nothing was done and nothing learnt, so the limit's points are returned. */
  refundsLimit?: boolean
  /** The same post may be sent again at once, because nothing was done and the input is right. */
  mayRepeat?: boolean
}

/** A limit refused until this time, in Unix milliseconds. */
export interface Limited {
  kind: 'limited'
  until: number
}

type ResultOf<Kind, Result extends FormResult> = Result extends unknown
  ? Kind extends Result['kind']
    ? Result
    : never
  : never

/** The declaration of a form, of which `defineForm` makes an action. */
export interface FormDeclaration<
  Schema extends z.ZodObject,
  Result extends FormResult,
  GuardResult,
  ExtraData extends object,
> {
  /** Unique, so that results of two forms are never confused. A write has the name of its kill switch. */
  name: string
  /** Other kill switches than the one with the form's name. */
  killSwitch?: SwitchName | readonly SwitchName[]
  /**
   * Loads what schema and call need, for senders that the address admits.
   * @throws Response for senders without it
   */
  guard?: (args: ActionFunctionArgs) => Promise<GuardResult>
  /** The fields; a function when the rules depend on the guard's result, null for a switched-off write. */
  schema: Schema | ((guardResult: GuardResult) => Schema)
  /**
   * Consumed before the call. The points are returned when the result says so. They are also returned after a
   * gateway error without effect, unless the gateway refused the input (`isInputUnchecked`).
   */
  limit?: {
    points: (args: FormArgs<z.output<Schema>, GuardResult>) => Promise<[LimitName, string][]>
    onExceeded: (
      args: FormArgs<z.output<Schema>, GuardResult>,
      until: Date,
    ) => FormResponse<NoInfer<ExtraData>>
    /** Reports to analytics that the limit refused. */
    track?: (args: FormArgs<z.output<Schema>, GuardResult>) => void
  }
  /**
   * Identifies one submission: for 60 s a second post with the same key waits for the first and gets its
   * result. By default the render's random id with the values. `none` is for a harmless second post.
   */
  idempotencyKey?: 'none' | ((args: FormArgs<z.output<Schema>, GuardResult>) => string)
  call: (args: FormArgs<z.output<Schema>, GuardResult>) => Promise<Result>
  /** Reports a result to analytics, once for all posts that share it. */
  track?: (args: FormArgs<z.output<Schema>, GuardResult>, result: NoInfer<Result>) => void
  /** The meaning of each kind of result for the shopper. */
  onResult: {
    [Kind in Result['kind']]:
      | FormResponse<NoInfer<ExtraData>>
      | ((
          args: FormArgs<z.output<Schema>, GuardResult>,
          result: ResultOf<Kind, Result>,
        ) => FormResponse<NoInfer<ExtraData>> | Promise<FormResponse<NoInfer<ExtraData>>>)
  }
  advanced?: AdvancedOptions<Schema, Result, GuardResult, ExtraData>
}

/** Options that few forms need. */
interface AdvancedOptions<
  Schema extends z.ZodObject,
  Result extends FormResult,
  GuardResult,
  ExtraData extends object,
> {
  /** Fields that a refusal never returns. */
  hideFields?: readonly string[]
  /** Other data of the screen for a refused form. */
  extraData?: (args: ActionFunctionArgs) => ExtraData | Promise<ExtraData>
  /** Runs after fields that the schema refused; without a response the screen shows the errors. */
  onInvalid?: (
    args: ActionFunctionArgs,
    failure: { error: ErrorsByName; payload: Payload },
  ) =>
    | FormResponse<NoInfer<ExtraData>>
    | undefined
    | Promise<FormResponse<NoInfer<ExtraData>> | undefined>
  /** Result of a second post while the first has none, because its container may have died. */
  pendingResult?: (
    args: FormArgs<z.output<Schema>, GuardResult>,
  ) => NoInfer<Result> | null | Promise<NoInfer<Result> | null>
  /** Status for the product's script while the write is switched off. */
  statusWhenOff?: number
}
