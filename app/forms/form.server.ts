import { parseWithZod } from '@conform-to/zod/v4'
import { data, type AppLoadContext } from '@remix-run/node'
import type { z } from 'zod/v4'

/** No page of ours posts another; many parts cost more than many fields. */
const FORM_TYPE = 'application/x-www-form-urlencoded'

export interface FormError {
  /** The field's name, which is its id on the page; null for what concerns the whole form. */
  fieldId: string | null
  /** Russian, for the shopper. */
  message: string
}

/** What a form is shown again with: the typed values and what is wrong with them. */
export interface FormFailure {
  values: Record<string, string>
  errors: FormError[]
}

/** What a form holds, whether its rules are kept or not. */
export interface ReadForm {
  /** The fields of the schema as they were sent. */
  posted: Record<string, string>
  /** The same without the secret ones: what may be shown again. */
  values: Record<string, string>
  /** The random id that it was rendered with. */
  formId: string | undefined
}

export type FormResult<Value> = { value: Value } | { failure: FormFailure }

/**
 * The fields of a posted form that have these names: whatever else was posted, however often, is
 * left out here, and nobody further on pays for it.
 * @param mostValues how many of one name are taken: one, unless the field is a list
 * @throws Response 415 for anything but a form as our pages post it
 */
export async function readFormData(
  request: Request,
  names: Iterable<string>,
  mostValues = 1,
): Promise<FormData> {
  const [type = ''] = (request.headers.get('Content-Type') ?? '').split(';')
  if (type.trim().toLowerCase() !== FORM_TYPE) throw data(null, { status: 415 })
  const left = new Map(Array.from(names, (name) => [name, mostValues]))
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(await request.text())) {
    const more = left.get(name)
    if (!more) continue
    form.append(name, value)
    left.set(name, more - 1)
  }
  return form
}

/**
 * Reads a posted form. conform joins what comes twice by copying and obeys names of its own: it gets
 * the schema's names alone, one value each. Only the fields of the schema are taken; the fields named in `secret` are
 * never sent back.
 */
export async function readForm<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
  { secret = [] }: { secret?: readonly string[] } = {},
): Promise<ReadForm & FormResult<z.output<Schema>>> {
  const formData = await readFormData(request, [...Object.keys(schema.shape), 'formId'])
  const posted: Record<string, string> = {}
  const values: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = formData.get(name)
    if (typeof value !== 'string') continue
    posted[name] = value
    if (!secret.includes(name)) values[name] = value
  }
  const read = { posted, values, formId: formIdOf(formData) }
  const submission = parseWithZod(formData, { schema })
  if (submission.status === 'success') return { ...read, value: submission.value }
  const errors = Object.entries(submission.error ?? {}).flatMap(([field, messages]) =>
    (messages ?? []).slice(0, 1).map((message) => ({ fieldId: field || null, message })),
  )
  return { ...read, failure: { values, errors } }
}

function formIdOf(form: FormData): string | undefined {
  const id = form.get('formId')
  return typeof id === 'string' && /^[\da-f-]{36}$/i.test(id) ? id : undefined
}

/**
 * Answers a form with its faults: the same address, status 422, or 429 when a limit refused it,
 * unless another says more.
 */
export function refuseForm<Extra extends object = object>(
  context: AppLoadContext,
  failure: FormFailure & Extra,
  status = context.retryAfter ? 429 : 422,
) {
  context.hasFormErrors = true
  return data(failure, { status })
}
