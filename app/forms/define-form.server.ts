import type { SubmissionResult } from '@conform-to/react'
import {
  data,
  redirect,
  redirectDocument,
  replace,
  type ActionFunctionArgs,
  type AppLoadContext,
} from '@remix-run/node'
import type { z } from 'zod'

import { errorCodeOf } from '~/gateways/error-code.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { defaultNotice } from '~/lib/default-notice'
import { switchedOff } from '~/lib/switch-names'
import { safeReturnTo } from '~/lib/return-to'
import { ownReferrer } from '~/lib/way-back.server'
import { log } from '~/platform/log.server'
import type { Flash } from '~/session/session.server'

import { constraintsOf } from './constraints.server'
import { byName, formError } from './form-errors'
import type {
  FormArgs,
  FormDeclaration,
  FormResponse,
  FormResult,
  Limited,
  Refusal,
} from './form-declaration.server'
import { isOthersForm, newFormId, once } from './once.server'
import { fieldNames, openPrefixes, readForm, type ReadForm } from './form.server'

/** For the first and each further post, because any of their answers may be on the screen. */
const noAnswerYet = 'Форма отправлена, но ответа пока нет. Проверьте через минуту'

const othersPage: Flash = {
  type: 'warning',
  title: 'Эта страница была открыта под другим номером',
  description: 'Мы ничего не изменили. Проверьте, чья это карта, и отправьте ещё раз.',
}

/** Result of a call that failed in a way that the form does not handle. */
interface Unhandled {
  kind: 'unhandled'
  /** True when the gateway may have done the work. */
  isUnknown?: boolean
}

/** Data of a screen with a refused form. */
interface RefusedForm {
  result: SubmissionResult
  formId: string
  title?: string
}

/**
 * Declares the form of a screen: guard, fields, limit, idempotency key, call and results. Every write goes
 * through it.
 * @returns the screen's action, and the constraints of the fields for the loader
 */
export function defineForm<
  Schema extends z.ZodObject,
  Result extends FormResult,
  GuardResult = void,
  ExtraData extends object = object,
>(form: FormDeclaration<Schema, Result, GuardResult, ExtraData>) {
  const schemaFor = (guardResult: GuardResult) =>
    typeof form.schema === 'function' ? form.schema(guardResult) : form.schema
  return {
    action: createAction(form, schemaFor),
    /** @param guardResult for schemas that depend on it */
    constraints: (guardResult: GuardResult) => constraintsOf(schemaFor(guardResult)),
  }
}

/**
 * The same for a form without a screen: a button's action with its own address.
 * @param page target of its redirects, where its errors are shown as a notice
 */
export function defineAction<
  Schema extends z.ZodObject,
  Result extends FormResult,
  GuardResult = void,
>(page: string, form: FormDeclaration<Schema, Result, GuardResult, object>) {
  const schemaFor = (guardResult: GuardResult) =>
    typeof form.schema === 'function' ? form.schema(guardResult) : form.schema
  return {
    action: createAction(form, schemaFor, page),
    /** The form's own address has no page. */
    loader() {
      throw redirect(page)
    },
  }
}

function createAction<
  Schema extends z.ZodObject,
  Result extends FormResult,
  GuardResult,
  ExtraData extends object,
>(
  form: FormDeclaration<Schema, Result, GuardResult, ExtraData>,
  schemaFor: (guardResult: GuardResult) => Schema,
  page?: string,
) {
  type Value = z.output<Schema>
  type Args = FormArgs<Value, GuardResult>
  /** Null while the first post has no result. */
  type AnyResult = Result | Limited | Unhandled | null
  const { advanced = {} } = form

  async function callWithinLimit(args: Args): Promise<Result | Limited | Unhandled> {
    const claims = (await form.limit?.points(args)) ?? []
    const taken = claims.length > 0 ? await args.context.limits.consume(...claims) : null
    if (taken?.isOver) {
      form.limit?.track?.(args)
      return { kind: 'limited', until: taken.until.getTime() }
    }
    try {
      const result = await form.call(args)
      if (result.refundsLimit) await taken?.reward()
      form.track?.(args, result)
      return result
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      if (error.isInputUnchecked) await taken?.reward()
      const { kind, endpoint, status } = error
      const { requestId } = args.context
      const code = errorCodeOf(error)
      log.warn(
        { requestId, kind, endpoint, status, code },
        'unhandled gateway error in form action',
      )
      return { kind: 'unhandled', isUnknown: kind === 'timeout' }
    }
  }

  function callOnce(args: Args): Promise<AnyResult> {
    const { idempotencyKey } = form
    if (idempotencyKey === 'none') return callWithinLimit(args)
    const ownKey = typeof idempotencyKey === 'function' ? idempotencyKey(args) : undefined
    return once<AnyResult>(args.context, {
      name: form.name,
      formId: ownKey ?? args.formId,
      isProven: ownKey !== undefined,
      values: [args.params, args.payload],
      write: () => callWithinLimit(args),
      pendingResult: async () => (await advanced.pendingResult?.(args)) ?? null,
      isFinal: (result) =>
        result?.kind !== 'unhandled' && !advanced.retryable?.some((kind) => kind === result?.kind),
    })
  }

  async function responseTo(args: Args, result: AnyResult): Promise<FormResponse<ExtraData>> {
    if (result === null || (isUnhandled(result) && result.isUnknown)) return failed(noAnswerYet)
    if (isUnhandled(result)) return unhandled()
    if (isLimited(result) && form.limit) {
      args.context.retryAfter = new Date(result.until)
      return form.limit.onExceeded(args, args.context.retryAfter)
    }
    const response = form.onResult[result.kind as Result['kind']]
    return typeof response === 'function' ? response(args, result as never) : response
  }

  /** A form without a screen shows its error on the next page. */
  function failed(message: string): FormResponse<ExtraData> {
    if (page === undefined) return { errors: formError(message) }
    return { flash: { type: 'error', title: message } }
  }

  /** Keeps the typed values until the operator switches the write on again. */
  function off(): FormResponse<ExtraData> {
    const { title, description } = switchedOff
    if (page === undefined) return { errors: formError(description), title, status: 503 }
    return { flash: { type: 'info', title, description } }
  }

  function unhandled(): FormResponse<ExtraData> {
    if (page === undefined) return { errors: formError(defaultNotice.description), status: 503 }
    return { flash: { type: 'error', ...defaultNotice } }
  }

  async function invalid(
    args: ActionFunctionArgs,
    { payload }: Extract<ReadForm<Value>['submission'], { error: unknown }>,
    error: NonNullable<SubmissionResult['error']>,
  ): Promise<FormResponse<ExtraData>> {
    const response = await advanced.onInvalid?.(args, { error, payload })
    if (response) return response
    if (page === undefined) return { errors: {} }
    const [message] = Object.values(error).flatMap((messages) => messages ?? [])
    return message ? failed(message) : unhandled()
  }

  async function refuse(
    args: ActionFunctionArgs,
    { submission }: ReadForm<Value>,
    names: string[],
    { errors, title, status, extraData }: Refusal<ExtraData>,
  ) {
    const { context } = args
    const reply = submission.reply({ ...errors, hideFields: [...(advanced.hideFields ?? [])] })
    const own = byName(errors)
    const error = Object.keys(own).length > 0 ? own : reply.error
    const result: SubmissionResult = { ...reply, error: inOrder(names, error) }
    context.hasFormErrors = true
    // The refusal's own `extraData` replaces the same properties of the screen's data.
    const extra = { ...(await advanced.extraData?.(args)), ...extraData } as ExtraData
    return data(
      {
        result,
        formId: await newFormId(context),
        ...(title && { title }),
        ...extra,
      } as RefusedForm & ExtraData,
      { status: status ?? (context.retryAfter ? 429 : 422) },
    )
  }

  /** For tests: names of the fields, with an example of open names. */
  function inputNames(): string[] {
    const schema = schemaFor(null as GuardResult)
    return [...fieldNames(schema).keys(), ...openPrefixes(schema).map((prefix) => `${prefix}x`)]
  }

  const isSwitchedOff = ({ operator }: AppLoadContext) =>
    [form.killSwitch ?? form.name].flat().some((name) => operator.off.includes(name as never))

  async function action(args: ActionFunctionArgs) {
    const { request, context } = args
    const isOff = isSwitchedOff(context)
    // A switched-off write answers the product's script with this status, whatever the body contains.
    if (isOff && advanced.statusWhenOff)
      throw new Response(null, { status: advanced.statusWhenOff })
    // A switched-off write calls no gateway, not even in its guard, so schemas accept a missing guard result.
    const guardResult = (isOff ? null : await form.guard?.(args)) as GuardResult
    const schema = schemaFor(guardResult)
    const read = await readForm(request, schema)
    const { submission, formId: given } = read
    let redirectTo = page ?? new URL(request.url).pathname
    const isOthers = await isOthersForm(context, given)
    if (isOthers && ((await context.session.userId()) ?? context.session.loyaltyCode)) {
      context.session.flash(othersPage)
      throw redirectDocument(redirectTo, 303)
    }
    // A guest's form of another browser, or from before a sign-out, shares no result.
    const formId = isOthers ? undefined : given
    const names = [...fieldNames(schema).keys()]
    let response: FormResponse<ExtraData>
    if (submission.status !== 'success') {
      response = isOff ? off() : await invalid(args, submission, inOrder(names, submission.error))
    } else {
      const { value, payload } = submission
      const formArgs: Args = { ...args, guardResult, value, payload, formId }
      response = isOff ? off() : await responseTo(formArgs, await callOnce(formArgs))
      redirectTo = advanced.redirectTo?.(formArgs) ?? safeReturnTo(payload.returnTo, redirectTo)
    }
    if ('rawStatus' in response) throw new Response(null, { status: response.rawStatus })
    if ('file' in response) return response.file as never
    if ('json' in response) return response.json as never
    if ('errors' in response) return refuse(args, read, names, response)
    if (response.flash) context.session.flash(response.flash)
    throw redirectWithin(request, response.to ?? redirectTo)
  }
  return Object.assign(action, { inputNames, isSwitchedOff })
}

/** Sorts errors by the order of the fields; errors of the whole form come last. */
function inOrder(names: string[], errors: SubmissionResult['error'] | null) {
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  const entries = Object.entries(errors ?? {}).sort(([one], [other]) => place(one) - place(other))
  return Object.fromEntries(entries)
}

/** A redirect to the form's own screen adds no history entry, so that «Back» leaves the screen at once. */
function redirectWithin({ headers, url }: Request, to: string): Response {
  const { origin } = new URL(url)
  const from = ownReferrer(headers.get('Referer'), origin)
  return (from?.pathname === new URL(to, origin).pathname ? replace : redirect)(to, 303)
}

function isUnhandled(result: FormResult): result is Unhandled {
  return result.kind === 'unhandled'
}

function isLimited(result: FormResult): result is Limited {
  return result.kind === 'limited'
}

/** Redirects to the form's `returnTo`, or to `page`. */
export function toReturnTo(page: string) {
  return ({ request }: { request: Request }) =>
    safeReturnTo(new URL(request.url).searchParams.get('returnTo'), page)
}
