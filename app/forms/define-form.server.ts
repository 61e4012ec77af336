import { data, redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node'
import type { z } from 'zod/v4'

import { requireShopper } from '~/session/guards.server'
import type { LimitName } from '~/session/limits.server'
import type { Flash } from '~/session/session.server'

import { readForm, type FormError, type FormFailure } from './form.server'
import { newFormId, once } from './once.server'

/** A form that was sent: who by, where to, and what it holds. */
export interface Sent<Value> {
  request: Request
  params: ActionFunctionArgs['params']
  context: AppLoadContext
  /** As the schema made it. */
  value: Value
  /** As it was typed, without the secret fields. */
  values: Record<string, string>
}

/** What came of a form: a word, and whatever its ending needs. Plain data, because it may be kept. */
export interface Outcome {
  word: string
}

/** Leads on: to where the form leads, unless another address is named. */
export interface Onward {
  to?: string
  flash?: Flash
}

/** Shows the form again, with what is wrong. */
export interface Refused<Extra = unknown> {
  errors: FormError[]
  /** 422 unless another status says more; 429 where a limit refused. */
  status?: number
  /** What else the screen shows. */
  extra?: Extra
}

/** Answers a script of ours, which shows it in its own way. */
export interface Told {
  answer: number
  data?: object
}

type Ending<Extra> = Onward | Refused<Extra> | Told
type Endings<Value, Came extends Outcome, Extra> = {
  [Word in Came['word']]:
    | Ending<Extra>
    | ((
        sent: Sent<Value>,
        came: Extract<Came, { word: Word }>,
      ) => Ending<Extra> | Promise<Ending<Extra>>)
}

export interface FormDeclaration<
  Schema extends z.ZodObject,
  Came extends Outcome,
  Extra extends object,
> {
  /** Names the form among all: outcomes of two forms are never taken for one another. */
  name: string
  /** Who may send it; a signed-in shopper unless another guard is named. */
  guard?: (request: Request, context: AppLoadContext) => Promise<unknown>
  /** The fields; a function where the rules depend on what the gateway knows. */
  schema: Schema | ((args: ActionFunctionArgs) => Promise<Schema>)
  /** Fields that are never sent back. */
  secret?: readonly string[]
  /**
   * `once`: a second post of the same render with the same values waits for the first one and gets
   * its outcome, kept 60 s. `repeatable`: a second post does no harm.
   */
  repeat: 'once' | 'repeatable'
  /** What it costs, taken before the call by as many as there are left; null: nothing. */
  limits?: (sent: Sent<z.output<Schema>>) => Promise<[LimitName, string][]>
  /** Does what the form is for, and notes it. */
  call: (sent: Sent<z.output<Schema>>) => Promise<Came>
  /** What each outcome means to the shopper, in words, and where it leads. */
  endings: Endings<z.output<Schema>, Came, Extra>
  /** Where it leads when all is well. */
  leadsTo?: (sent: Sent<z.output<Schema>>) => string
  /** When a limit refused: until then. */
  limited?: (sent: Sent<z.output<Schema>>, until: Date) => Ending<Extra>
  /** When the fields were refused; without it the screen shows the errors. */
  invalid?: (
    args: ActionFunctionArgs,
    failure: FormFailure,
  ) => Ending<Extra> | Promise<Ending<Extra>>
  /** The page to which a look at the form's own address leads; the forms of screens have none. */
  page?: string
}

type Kept<Came> = Came | { word: 'limited'; until: number } | null

const noAnswerYet = 'Форма уже отправлена, но ответа пока нет. Проверьте через минуту'

/**
 * Declares a form: its fields, what limits it, whether it may happen twice, the call, what each
 * outcome means in words and where it leads. This is the one way to write.
 * @returns the action of its address, and the loader of an address without a page of its own
 */
export function defineForm<
  Schema extends z.ZodObject,
  Came extends Outcome,
  Extra extends object = object,
>(form: FormDeclaration<Schema, Came, Extra>) {
  type Value = z.output<Schema>

  async function take(sent: Sent<Value>): Promise<Kept<Came>> {
    const claims = (await form.limits?.(sent)) ?? []
    const taken = claims.length > 0 ? await sent.context.limits.take(...claims) : null
    if (taken?.isOver) return { word: 'limited', until: taken.until.getTime() }
    return form.call(sent)
  }

  async function endingOf(sent: Sent<Value>, came: Kept<Came>): Promise<Ending<Extra>> {
    if (came === null) return failed(noAnswerYet)
    if (came.word === 'limited' && form.limited && 'until' in came) {
      const until = new Date(came.until as number)
      sent.context.retryAfter = until
      return form.limited(sent, until)
    }
    const ending = form.endings[came.word as Came['word']]
    return typeof ending === 'function' ? ending(sent, came as never) : ending
  }

  /** A form without a page of its own says on the next page what went wrong. */
  function failed(message: string): Ending<Extra> {
    if (form.page === undefined) return { errors: [{ fieldId: null, message }] }
    return { flash: { type: 'error', title: message } }
  }

  async function action(args: ActionFunctionArgs) {
    const { request, params, context } = args
    await (form.guard ?? requireShopper)(request, context)
    const schema = typeof form.schema === 'function' ? await form.schema(args) : form.schema
    const read = await readForm(request, schema, { secret: form.secret })
    if ('failure' in read) {
      const { failure, values } = read
      const first = failure.errors[0]?.message ?? noAnswerYet
      const shown = form.page === undefined ? { errors: failure.errors } : failed(first)
      return finish((await form.invalid?.(args, failure)) ?? shown, values, form.page ?? '/')
    }
    const { value, values, formId } = read
    const sent: Sent<Value> = { request, params, context, value, values }
    const came =
      form.repeat === 'once'
        ? await once<Kept<Came>>(context, {
            name: form.name,
            formId,
            values: [params, read.posted],
            write: () => take(sent),
            otherwise: null,
          })
        : await take(sent)
    return finish(
      await endingOf(sent, came),
      values,
      form.leadsTo?.(sent) ?? form.page ?? new URL(request.url).pathname,
    )

    function finish(ending: Ending<Extra>, values: Record<string, string>, target: string) {
      if ('answer' in ending) {
        const told = data((ending.data ?? null) as never, { status: ending.answer })
        if (ending.answer >= 400) throw told
        return told
      }
      if ('errors' in ending) {
        const { errors, status = context.retryAfter ? 429 : 422, extra } = ending
        context.hasFormErrors = true
        const failure = { values, errors, formId: newFormId(), ...(extra as Extra) }
        return data(failure, { status })
      }
      if (ending.flash) context.session.flash(ending.flash)
      throw redirect(ending.to ?? target, 303)
    }
  }

  return {
    action,
    /** Nothing to see at the form's own address. */
    loader() {
      throw redirect(form.page ?? '/')
    },
  }
}
