import type { ActionFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'

import type { SwitchName } from '~/lib/switch-names'
import type { LimitName } from '~/session/limits.server'
import type { Flash } from '~/session/session.server'

import type { FormError } from './form-errors'
import type { FormFailure, Posted } from './form.server'

/** A form that was sent: who by, where to, and what it holds. */
export interface Sent<Value, Known = unknown> extends ActionFunctionArgs {
  /** What the guard gave. */
  known: Known
  /** As the schema made it. */
  value: Value
  /** As it was sent, and as much of that as may be shown again. */
  posted: Posted
  values: Record<string, string>
  /** The random id that the form was rendered with. */
  formId: string | undefined
}

/** What came of a form: a word, and whatever its ending needs. Plain data, because it may be kept. */
export interface Outcome {
  word: string
  /** Nothing came of it, and nobody learnt anything: what it cost is given back. */
  isFree?: boolean
}

/** A limit refused; until then, in Unix milliseconds. */
export interface Limited {
  word: 'limited'
  until: number
}

/** Leads on: to where the form leads, unless another address is named. */
export interface Onward {
  to?: string
  flash?: Flash | undefined
}

/** Shows the form again, with what is wrong. */
export interface Refused<Extra = unknown> {
  errors: FormError[]
  /** 422 unless another status says more; 429 where a limit refused. */
  status?: number
  /** What else the screen shows. */
  extra?: Partial<Extra>
}

/** Answers a script of ours with a bare status, or with data and 200; anybody with a file. */
export type Told = { answer: number } | { data: object } | { file: Response }

export type Ending<Extra> = Onward | Refused<Extra> | Told
/** The outcomes that may have this word. */
type CameTo<Word, Came extends Outcome> = Came extends unknown
  ? Word extends Came['word']
    ? Came
    : never
  : never
type Endings<Value, Came extends Outcome, Known, Extra> = {
  [Word in Came['word']]:
    | Ending<Extra>
    | ((
        sent: Sent<Value, Known>,
        came: CameTo<Word, Came>,
      ) => Ending<Extra> | Promise<Ending<Extra>>)
}

/** All that a form is; `defineForm` makes its action of it. */
export interface FormDeclaration<
  Schema extends z.ZodObject,
  Came extends Outcome,
  Known,
  Extra extends object,
> {
  /** Names the form among all: outcomes of two forms are never taken for one another. */
  name: string
  /** By what an operator switches it off, any of them; `never` for what goes to no gateway, or must go on. */
  switch: SwitchName | readonly SwitchName[] | 'never'
  /**
   * Lets in who may send it, and gives what fields and call have to know; a signed-in shopper
   * unless it is named.
   * @throws Response to where everybody else belongs
   */
  guard?: (args: ActionFunctionArgs) => Promise<Known>
  /** The fields; a function where the rules depend on what is known. */
  schema: Schema | ((known: Known) => Schema)
  /** Fields that are never sent back. */
  secret?: readonly string[]
  /**
   * `once`: a second post of the same render with the same values waits for the first one and gets
   * its outcome, kept 60 s. `repeatable`: a second post does no harm.
   */
  repeat: 'once' | 'repeatable'
  /**
   * What stands for the random id of the render, where something else can happen only once; nobody has one
   * without having proven a phone.
   */
  id?: (sent: Sent<z.output<Schema>, Known>) => string
  /** Outcomes after which the same post may be sent again at once. */
  retryable?: readonly NoInfer<Came>['word'][]
  /**
   * What a second post comes to while the first has no outcome: the container may have died in the middle.
   * A form that can look at what became of it does; else it says that it is not known.
   */
  otherwise?: (
    sent: Sent<z.output<Schema>, Known>,
  ) => NoInfer<Came> | null | Promise<NoInfer<Came> | null>
  /**
   * What it costs, taken before the call: of any number of posts so many get through. Given back
   * after an outcome that `isFree`, and after an error without words that is `isUndecided`.
   */
  limit?: {
    points: (sent: Sent<z.output<Schema>, Known>) => Promise<[LimitName, string][]>
    over: (sent: Sent<z.output<Schema>, Known>, until: Date) => Ending<Extra>
    /** Tells analytics of a refusal. */
    note?: (sent: Sent<z.output<Schema>, Known>) => void
  }
  /** Does what the form is for. */
  call: (sent: Sent<z.output<Schema>, Known>) => Promise<Came>
  /** Tells analytics what came of it: of two posts of one form once. */
  note?: (sent: Sent<z.output<Schema>, Known>, came: NoInfer<Came>) => void
  /** What each outcome means to the shopper, in words, and where it leads. */
  endings: Endings<z.output<Schema>, Came, Known, Extra>
  /** Where it leads when all is well; to the form's own page unless it is named. */
  leadsTo?: (sent: Sent<z.output<Schema>, Known>) => string
  /** While it is switched off a script of ours gets this bare status, and a page the words of all forms. */
  whenOff?: { answer: number }
  /** When the fields were refused; without an ending of its own the screen shows the errors. */
  invalid?: (
    args: ActionFunctionArgs,
    failure: FormFailure,
  ) => Ending<Extra> | undefined | Promise<Ending<Extra> | undefined>
  /** What the screen always shows with a refused form. */
  shows?: (args: ActionFunctionArgs, posted: Posted) => Extra | Promise<Extra>
  /** The page to which a look at the form's own address leads; the forms of screens have none. */
  page?: string
}
