import type { SubmissionResult } from '@conform-to/react'
import {
  data,
  redirect,
  redirectDocument,
  replace,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import type { z } from 'zod'

import { getErrorCode, GatewayError } from '~/gateways/gateway-error.server'
import { switchedOff } from '~/domain/switch-names'
import { safeReturnTo } from '~/domain/return-to'
import { ownReferrer } from '~/domain/way-back.server'
import { log } from '~/platform/log.server'
import type { Flash } from '~/session/session.server'

import { defaultNotice, byName, formError, type ErrorsByName } from './form-errors'
import { getConstraints, fieldNames, openPrefixes, readForm } from './form.server'
import type { FormArgs, FormDeclaration, FormResult, Limited } from './form-declaration.server'
import { notice, refuse, type FormResponse } from './form-response.server'
import { isOthersForm, newFormId, once } from './once.server'

/** For the first and each further post, because any of their responses may be on the screen. */
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

/** Null while the first post has no result. */
type Outcome<Result extends FormResult> = Result | Limited | Unhandled | null

/** Data of a screen with a refused form. */
interface RefusedForm {
  result: SubmissionResult
  formId: string
  title?: string
}

/** The page of a form without a screen. */
type Page = string | ((args: LoaderFunctionArgs) => string)

type FormAction<ExtraData> = ((
  args: ActionFunctionArgs,
) => Promise<ReturnType<typeof data<RefusedForm & ExtraData>>>) & {
  /** For tests: names of the fields, with an example of open names. */
  inputNames(): string[]
  isSwitchedOff(context: AppLoadContext): boolean
}

/** Where a form's errors are shown: on its own screen, or as a notice of another page. */
interface Place {
  /** The path of the page after the form. */
  path(args: ActionFunctionArgs): string
  /** Without `status`, that of the page. */
  failed(notice: Flash, status?: number): FormResponse<object>
  /** Fields that the schema refused; their errors by name. */
  invalid(error: ErrorsByName): FormResponse<object>
}

/** A screen keeps the typed values. */
const ownScreen: Place = {
  path: ({ request }) => new URL(request.url).pathname,
  failed: ({ type, title, description }, status) =>
    refuse(formError(description ?? title), {
      ...(type === 'info' && { title }),
      ...(status !== undefined && { status }),
    }),
  invalid: () => refuse({}),
}

const noticeOf = (page: Page): Place => ({
  path: (args) => getPath(page, args),
  failed: (flash) => notice(flash),
  invalid(error) {
    const [title] = Object.values(error).flatMap((messages) => messages ?? [])
    return notice(title ? { type: 'error', title } : { type: 'error', ...defaultNotice })
  },
})

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
  return {
    action: createAction(form, ownScreen),
    /** @param guardResult for schemas that depend on it */
    constraints: (guardResult: GuardResult) => getConstraints(schemaFor(form.schema, guardResult)),
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
>(page: Page, form: FormDeclaration<Schema, Result, GuardResult, object>) {
  return {
    action: createAction(form, noticeOf(page)),
    /** The form's own address has no page. */
    loader(args: LoaderFunctionArgs) {
      throw redirect(getPath(page, args))
    },
  }
}

const getPath = (page: Page, args: LoaderFunctionArgs) =>
  typeof page === 'function' ? page(args) : page

const schemaFor = <Schema extends z.ZodObject, GuardResult>(
  schema: Schema | ((guardResult: GuardResult) => Schema),
  guardResult: GuardResult,
) => (typeof schema === 'function' ? schema(guardResult) : schema)

function createAction<
  Schema extends z.ZodObject,
  Result extends FormResult,
  GuardResult,
  ExtraData extends object,
>(
  form: FormDeclaration<Schema, Result, GuardResult, ExtraData>,
  place: Place,
): FormAction<ExtraData> {
  type Args = FormArgs<z.output<Schema>, GuardResult>

  async function action(args: ActionFunctionArgs) {
    const { request, context } = args
    const isOff = isSwitchedOff(context)
    // A switched-off write answers the product's script with this status, whatever the body contains.
    if (isOff && form.advanced?.statusWhenOff)
      throw new Response(null, { status: form.advanced.statusWhenOff })
    // A switched-off write calls no gateway, not even in its guard, so schemas accept a missing guard result.
    const guardResult = (isOff ? null : await form.guard?.(args)) as GuardResult
    const schema = schemaFor(form.schema, guardResult)
    const names = [...fieldNames(schema).keys()]
    const { submission, formId } = await readForm(request, schema)
    const here = place.path(args)
    const isOthers = await isOthersForm(context, formId)
    if (isOthers && ((await context.session.userId()) ?? context.session.loyaltyCode)) {
      context.session.flash(othersPage)
      throw redirectDocument(here, 303)
    }
    const respond = async (): Promise<FormResponse<ExtraData>> => {
      if (isOff) return place.failed({ ...switchedOff, type: 'info' }, 503)
      if (submission.status !== 'success') {
        const failure = { error: inOrder(names, submission.error), payload: submission.payload }
        return (await form.advanced?.onInvalid?.(args, failure)) ?? place.invalid(failure.error)
      }
      const { value, payload } = submission
      // A guest's form of another browser, or from before a sign-out, shares no result.
      const shared = isOthers ? undefined : formId
      const formArgs: Args = { ...args, guardResult, value, payload, formId: shared }
      return responseTo(formArgs, await callOnce(form, formArgs))
    }
    const response = await respond()
    switch (response.type) {
      case 'status':
        throw new Response(null, { status: response.status })
      case 'file':
        return response.file
      case 'json':
        return response.body
      case 'redirect': {
        if (response.flash) context.session.flash(response.flash)
        const to = response.to ?? safeReturnTo(submission.payload.returnTo, here)
        throw redirectWithin(request, to)
      }
      case 'refusal': {
        const { hideFields = [], extraData } = form.advanced ?? {}
        const reply = submission.reply({ ...response.errors, hideFields: [...hideFields] })
        const own = byName(response.errors)
        const error = inOrder(names, Object.keys(own).length > 0 ? own : reply.error)
        context.reply.hasFormErrors = true
        const screen = {
          result: { ...reply, error },
          formId: await newFormId(context),
          ...(response.title && { title: response.title }),
          ...(await extraData?.(args)),
          ...response.extraData,
        }
        return data(screen, { status: response.status ?? (context.reply.retryAfter ? 429 : 422) })
      }
    }
  }

  async function responseTo(
    args: Args,
    outcome: Outcome<Result>,
  ): Promise<FormResponse<ExtraData>> {
    if (outcome === null || (isUnhandled(outcome) && outcome.isUnknown))
      return place.failed({ type: 'error', title: noAnswerYet })
    if (isUnhandled(outcome)) return place.failed({ type: 'error', ...defaultNotice }, 503)
    if (isLimited(outcome) && form.limit) {
      args.context.reply.retryAfter = new Date(outcome.until)
      return form.limit.onExceeded(args, args.context.reply.retryAfter)
    }
    // Each kind's function takes the result of its own kind.
    const response = form.onResult[outcome.kind as Result['kind']] as
      | FormResponse<ExtraData>
      | ((args: Args, result: Outcome<Result>) => FormResponse<ExtraData>)
      | undefined
    if (!response) throw new Error(`the form ${form.name} has no response to ${outcome.kind}`)
    return typeof response === 'function' ? response(args, outcome) : response
  }

  function inputNames(): string[] {
    const schema = schemaFor(form.schema, null as GuardResult)
    return [...fieldNames(schema).keys(), ...openPrefixes(schema).map((prefix) => `${prefix}x`)]
  }

  const isSwitchedOff = ({ operator }: AppLoadContext) =>
    [form.killSwitch ?? form.name].flat().some((name) => operator.off.some((off) => off === name))

  return Object.assign(action as FormAction<ExtraData>, { inputNames, isSwitchedOff })
}

/** Calls once for all posts of a render with the same values. */
function callOnce<
  Schema extends z.ZodObject,
  Result extends FormResult,
  GuardResult,
  ExtraData extends object,
>(
  form: FormDeclaration<Schema, Result, GuardResult, ExtraData>,
  args: FormArgs<z.output<Schema>, GuardResult>,
): Promise<Outcome<Result>> {
  const { idempotencyKey, advanced } = form
  if (idempotencyKey === 'none') return callWithinLimit(form, args)
  const ownKey = idempotencyKey?.(args)
  return once<Outcome<Result>>(args.context, {
    name: form.name,
    formId: ownKey ?? args.formId,
    isProven: ownKey !== undefined,
    values: [args.params, args.payload],
    write: () => callWithinLimit(form, args),
    pendingResult: async () => (await advanced?.pendingResult?.(args)) ?? null,
    isFinal: (outcome) =>
      outcome !== null && !isUnhandled(outcome) && !('mayRepeat' in outcome && outcome.mayRepeat),
  })
}

async function callWithinLimit<
  Schema extends z.ZodObject,
  Result extends FormResult,
  GuardResult,
  ExtraData extends object,
>(
  form: FormDeclaration<Schema, Result, GuardResult, ExtraData>,
  args: FormArgs<z.output<Schema>, GuardResult>,
): Promise<Result | Limited | Unhandled> {
  const claims = (await form.limit?.points(args)) ?? []
  const taken = claims.length > 0 ? await args.context.services.limits.consume(...claims) : null
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
    const { requestId } = args.context.visit
    const code = getErrorCode(error)
    log.warn({ requestId, kind, endpoint, status, code }, 'unhandled gateway error in form action')
    return { kind: 'unhandled', isUnknown: kind === 'timeout' }
  }
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

const isUnhandled = (outcome: FormResult): outcome is Unhandled => outcome.kind === 'unhandled'

const isLimited = (outcome: FormResult): outcome is Limited => outcome.kind === 'limited'

/** The form's `returnTo`, or `page`. */
export function toReturnTo(page: string) {
  return ({ request }: { request: Request }) =>
    safeReturnTo(new URL(request.url).searchParams.get('returnTo'), page)
}
