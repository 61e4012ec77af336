import { parseWithZod } from '@conform-to/zod/v4'
import { data, type AppLoadContext } from '@remix-run/node'
import type { z } from 'zod/v4'

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
 * The fields of a posted form.
 * @throws Response 400 when the body is no form, whatever its type says
 */
export async function readFormData(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw data(null, { status: 400 })
  }
}

/**
 * Reads a posted form. Only the fields of the schema are taken; the fields named in `secret` are
 * never sent back.
 */
export async function readForm<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
  { secret = [] }: { secret?: readonly string[] } = {},
): Promise<ReadForm & FormResult<z.output<Schema>>> {
  const formData = await readFormData(request)
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
