import type { ActionFunctionArgs } from '@remix-run/node'
import type { Submission } from '@conform-to/react'
import type { z } from 'zod'

import type { SwitchName } from '~/lib/switch-names'
import type { LimitName } from '~/session/limits.server'
import type { Flash } from '~/session/session.server'

import type { ErrorsByName, FormErrors } from './form-errors'

/** The values of a form as they were sent, by name; what was left empty is absent. */
export type Payload = Submission<unknown>['payload']

/** A permitted submission with valid fields. */
export interface FormArgs<Value, GuardResult = unknown> extends ActionFunctionArgs {
  guardResult: GuardResult
  /** As the schema made it. */
  value: Value
  payload: Payload
  /** The random id that the form was rendered with. */
  formId: string | undefined
}

/** Result of a form's call. Plain data, because it may be stored for a second post. */
export interface FormResult {
  kind: string
  /** Nothing was done and nothing was learnt: the limit's points are given back. */
  refundsLimit?: boolean
}

/** A limit refused; until then, in Unix milliseconds. */
export interface Limited {
  kind: 'limited'
  until: number
}

/** Redirects to where the form leads, unless another address is named. */
export interface Redirect {
  to?: string
  flash?: Flash | undefined
}

/** Shows the form again, with what is wrong. */
export interface Refusal<ExtraData = unknown> {
  /** Empty: those that the schema found. */
  errors: FormErrors
  /** In place of the error summary's own title. */
  title?: string
  /** 422 unless another status says more; 429 where a limit refused. */
  status?: number
  extraData?: Partial<ExtraData>
}

/** Answers our own script with a bare status or JSON, and anybody with a file. */
export type RawResponse = { rawStatus: number } | { json: object } | { file: Response }

export type FormResponse<ExtraData> = Redirect | Refusal<ExtraData> | RawResponse

/** The results of this kind. */
type ResultOf<Kind, Result extends FormResult> = Result extends unknown
  ? Kind extends Result['kind']
    ? Result
    : never
  : never

/** All that the product adds to a form; `defineForm` makes its action of it. */
export interface FormDeclaration<
  Schema extends z.ZodObject,
  Result extends FormResult,
  GuardResult,
  ExtraData extends object,
> {
  /** Unique: results of two forms are never taken for one another. */
  name: string
  /** The kill switches of the write; `never` for a form that calls no gateway, or must go on. */
  killSwitch: SwitchName | readonly SwitchName[] | 'never'
  /**
   * Who may send the form; a signed-in shopper unless it is named. Gives what schema and call need.
   * @throws Response to everybody else
   */
  guard?: (args: ActionFunctionArgs) => Promise<GuardResult>
  /** The fields; a function where the rules depend on the guard's result. */
  schema: Schema | ((guardResult: GuardResult) => Schema)
  /** Consumed before the call; given back as the result says, and after an undecided gateway error. */
  limit?: {
    points: (args: FormArgs<z.output<Schema>, GuardResult>) => Promise<[LimitName, string][]>
    onExceeded: (
      args: FormArgs<z.output<Schema>, GuardResult>,
      until: Date,
    ) => FormResponse<ExtraData>
    /** Tells analytics that the limit refused. */
    track?: (args: FormArgs<z.output<Schema>, GuardResult>) => void
  }
  /**
   * Identifies one submission: for 60 s a second post with the same key waits for the first and gets its result.
   * The key is the render's random id with the values, or one of the form's own. `none`: a second post does no harm.
   */
  idempotencyKey: 'form-id' | 'none' | ((args: FormArgs<z.output<Schema>, GuardResult>) => string)
  call: (args: FormArgs<z.output<Schema>, GuardResult>) => Promise<Result>
  /** Tells analytics of a result, once for all posts that share it. */
  track?: (args: FormArgs<z.output<Schema>, GuardResult>, result: NoInfer<Result>) => void
  /** What each kind of result means to the shopper. */
  onResult: {
    [Kind in Result['kind']]:
      | FormResponse<ExtraData>
      | ((
          args: FormArgs<z.output<Schema>, GuardResult>,
          result: ResultOf<Kind, Result>,
        ) => FormResponse<ExtraData> | Promise<FormResponse<ExtraData>>)
  }
  advanced?: AdvancedOptions<Schema, Result, GuardResult, ExtraData>
}

/** What few forms need. */
export interface AdvancedOptions<
  Schema extends z.ZodObject,
  Result extends FormResult,
  GuardResult,
  ExtraData extends object,
> {
  /** Fields that a refusal never sends back. */
  hideFields?: readonly string[]
  /** Other data that the screen shows with a refused form. */
  extraData?: (args: ActionFunctionArgs) => ExtraData | Promise<ExtraData>
  /** Where a result without an address leads; else to the field `returnTo`, or the form's own page. */
  redirectTo?: (args: FormArgs<z.output<Schema>, GuardResult>) => string
  /** After fields that the schema refused; without a response the screen shows the errors. */
  onInvalid?: (
    args: ActionFunctionArgs,
    failure: { error: ErrorsByName; payload: Payload },
  ) => FormResponse<ExtraData> | undefined | Promise<FormResponse<ExtraData> | undefined>
  /** Results after which the same post may be sent again at once. */
  retryable?: readonly NoInfer<Result>['kind'][]
  /** Result of a second post while the first has none: its container may have died. */
  pendingResult?: (
    args: FormArgs<z.output<Schema>, GuardResult>,
  ) => NoInfer<Result> | null | Promise<NoInfer<Result> | null>
  /** What our own script gets while a kill switch is on. */
  statusWhenOff?: number
}
