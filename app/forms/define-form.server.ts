import { data, redirect, redirectDocument, replace, type ActionFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'

import { errorCodeOf } from '~/gateways/error-code.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { defaultNotice } from '~/lib/default-notice'
import { switchedOff } from '~/lib/switch-names'
import { safeReturnTo } from '~/lib/return-to'
import { ownReferrer } from '~/lib/way-back.server'
import { log } from '~/platform/log.server'
import { requireShopper } from '~/session/guards.server'
import type { Flash } from '~/session/session.server'

import { wholeForm } from './form-errors'
import type { Ending, FormDeclaration, Limited, Outcome, Sent } from './form-declaration.server'
import { isOthersForm, newFormId, once } from './once.server'
import { readForm, type FormFailure, type Posted } from './form.server'

const noAnswerYet = 'Форма уже отправлена, но ответа пока нет. Проверьте через минуту'

const othersPage: Flash = {
  type: 'warning',
  title: 'Эта страница была открыта под другим номером',
  description: 'Мы ничего не изменили. Проверьте, чья это карта, и отправьте ещё раз.',
}

/**
 * Declares a form: its fields, what limits it, whether it may happen twice, the call, what each
 * outcome means in words and where it leads. This is the one way to write.
 * @returns the action of its address, and the loader of an address without a page of its own
 */
export function defineForm<
  Schema extends z.ZodObject,
  Came extends Outcome,
  Known = void,
  Extra extends object = object,
>(form: FormDeclaration<Schema, Came, Known, Extra>) {
  type Value = z.output<Schema>
  type Form = Sent<Value, Known>
  /** Null: the first post has no outcome yet. */
  type Kept = Came | Limited | Wordless | null

  async function take(sent: Form): Promise<Came | Limited | Wordless> {
    const claims = (await form.limit?.points(sent)) ?? []
    const taken = claims.length > 0 ? await sent.context.limits.take(...claims) : null
    if (taken?.isOver) {
      form.limit?.note?.(sent)
      return { word: 'limited', until: taken.until.getTime() }
    }
    try {
      const came = await form.call(sent)
      if (came.isFree) await taken?.giveBack()
      form.note?.(sent, came)
      return came
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      if (error.isUndecided) await taken?.giveBack()
      const { kind, endpoint, status } = error
      const { requestId } = sent.context
      const code = errorCodeOf(error)
      log.warn({ requestId, kind, endpoint, status, code }, 'a form has no words for its gateway')
      return { word: 'wordless' }
    }
  }

  function takeOnce(sent: Form, formId: string | undefined): Promise<Kept> {
    if (form.repeat === 'repeatable') return take(sent)
    const ownId = form.id?.(sent)
    return once<Kept>(sent.context, {
      name: form.name,
      formId: ownId ?? formId,
      isProven: ownId !== undefined,
      values: [sent.params, sent.posted],
      write: () => take(sent),
      otherwise: async () => (await form.otherwise?.(sent)) ?? null,
      isFinal: (came) =>
        came?.word !== 'wordless' && !form.retryable?.some((word) => word === came?.word),
    })
  }

  async function endingOf(sent: Form, came: Kept): Promise<Ending<Extra>> {
    if (came === null) return failed(noAnswerYet)
    if (isWordless(came)) return wordless()
    if (isLimited(came) && form.limit) {
      sent.context.retryAfter = new Date(came.until)
      return form.limit.over(sent, sent.context.retryAfter)
    }
    const ending = form.endings[came.word as Came['word']]
    return typeof ending === 'function' ? ending(sent, came as never) : ending
  }

  /** A form without a page of its own says on the next page what went wrong. */
  function failed(message: string): Ending<Extra> {
    if (form.page === undefined) return { errors: wholeForm(message) }
    return { flash: { type: 'error', title: message } }
  }

  /** The operator has switched it off: what was typed is still there when it is on again. */
  function off(): Ending<Extra> {
    const { title, description } = switchedOff
    if (form.page === undefined)
      return { errors: [{ fieldId: null, title, message: description }], status: 503 }
    return { flash: { type: 'info', title, description } }
  }

  function wordless(): Ending<Extra> {
    if (form.page === undefined)
      return { errors: wholeForm(defaultNotice.description), status: 503 }
    return { flash: { type: 'error', ...defaultNotice } }
  }

  async function invalid(args: ActionFunctionArgs, failure: FormFailure): Promise<Ending<Extra>> {
    const ending = await form.invalid?.(args, failure)
    if (ending) return ending
    if (form.page === undefined) return { errors: failure.errors }
    const [error] = failure.errors
    return error ? failed(error.message) : wordless()
  }

  async function shownAgain(
    args: ActionFunctionArgs,
    ending: Extract<Ending<Extra>, { errors: unknown }>,
    { posted, values }: { posted: Posted; values: Record<string, string> },
  ) {
    const { context } = args
    const { errors, status = context.retryAfter ? 429 : 422 } = ending
    context.hasFormErrors = true
    // An ending that does not say all of it leaves the rest to what is always shown.
    const extra = { ...(await form.shows?.(args, posted)), ...ending.extra } as Extra
    return data({ values, errors, formId: await newFormId(context), ...extra }, { status })
  }

  async function action(args: ActionFunctionArgs) {
    const { request, context } = args
    const isOff = [form.switch].flat().some((name) => context.operator.off.includes(name as never))
    // A script is told so whatever it sent.
    if (isOff && form.whenOff) throw new Response(null, { status: form.whenOff.answer })
    // What is switched off asks nobody, its guard neither: forms bear that nothing could be known.
    const known = (isOff ? null : await (form.guard ?? shopperOnly)(args)) as Known
    const schema = typeof form.schema === 'function' ? form.schema(known) : form.schema
    const read = await readForm(request, schema, form.secret)
    let leadsTo = form.page ?? new URL(request.url).pathname
    if (await isOthersForm(context, read.formId)) {
      context.session.flash(othersPage)
      throw redirectDocument(leadsTo, 303)
    }
    let ending: Ending<Extra>
    if ('failure' in read) {
      ending = isOff ? off() : await invalid(args, read.failure)
    } else {
      const sent: Form = { ...args, known, ...read }
      ending = isOff ? off() : await endingOf(sent, await takeOnce(sent, read.formId))
      leadsTo = form.leadsTo?.(sent) ?? leadsTo
    }
    if ('answer' in ending) throw new Response(null, { status: ending.answer })
    if ('file' in ending) return ending.file as never
    if ('data' in ending) return ending.data as never
    if ('errors' in ending) return shownAgain(args, ending, read)
    if (ending.flash) context.session.flash(ending.flash)
    throw lead(request, ending.to ?? leadsTo)
  }

  return {
    action,
    /** Nothing to see at the form's own address. */
    loader() {
      throw redirect(form.page ?? '/')
    },
  }
}

/** To the screen that the form was on it leads without another entry in the browser's history: «Back» leaves it at once. */
function lead({ headers, url }: Request, to: string): Response {
  const { origin } = new URL(url)
  const from = ownReferrer(headers.get('Referer'), origin)
  return (from?.pathname === new URL(to, origin).pathname ? replace : redirect)(to, 303)
}

const shopperOnly = ({ request, context }: ActionFunctionArgs) => requireShopper(request, context)

/** What a form came to whose call failed in a way that the form has no words for. */
interface Wordless {
  word: 'wordless'
}

function isWordless(came: Outcome): came is Wordless {
  return came.word === 'wordless'
}

function isLimited(came: Outcome): came is Limited {
  return came.word === 'limited'
}

/** Leads to where the form was shown, as its field says, else to `page`. */
export function backTo(page: string) {
  return ({ value }: { value: { returnTo?: string | undefined } }) =>
    safeReturnTo(value.returnTo, page)
}

/** Leads to where the form's own address says, else to `page`. */
export function onTo(page: string) {
  return ({ request }: { request: Request }) =>
    safeReturnTo(new URL(request.url).searchParams.get('returnTo'), page)
}
