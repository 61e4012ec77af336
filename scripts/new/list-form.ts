// Writes a form that stands in each entry of a list: action, button, test, address, kill switch and row for the tests.
import { parseArgs } from 'node:util'

import { contract } from '../../app/gateways/gateways.server'
import type { Endpoint } from '../../app/gateways/endpoint.server'
import { allowFeature, changeUnsent, insertBefore, readName, write } from './edit'

const actionText = (
  page: string,
  list: string,
  param: string,
  call: string,
) => `import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { GatewayError } from '~/gateways/gateway-error.server'

const schema = z.object({
  text: z.string('Напишите текст').max(60, 'Сократите текст до 60 знаков'),
  returnTo: z.string().optional(),
})

const form = defineAction('/${list}', {
  name: '${page}',
  schema,
  async call({ context, params, value }): Promise<{ kind: 'done' | 'refused' | 'unavailable' }> {
    try {
      await context.gateways.${call}({ ${param}: params.${param} ?? '', text: value.text })
      return { kind: 'done' }
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      return { kind: error.status === 422 ? 'refused' : 'unavailable' }
    }
  },
  onResult: {
    done: { flash: { type: 'success', title: 'Сохранили' } },
    refused: { flash: { type: 'warning', title: 'Такой текст не подходит' } },
    unavailable: { flash: { type: 'error', title: 'Сохранить не удалось. Попробуйте ещё раз' } },
  },
})

export const action = form.action
export const loader = form.loader
`

const formText = (page: string, title: string) => `import { Form } from '@remix-run/react'

import { FormId } from '~/forms/form-id'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/text-field'

interface ${title}FormProps {
  /** The address of the entry's form. */
  action: string
  /** The entry, for people who hear the page. */
  title: string
  /** The page to return to. */
  returnTo: string
  /** Unique on the page. */
  id: string
}

/** The form of one entry of the list. */
export function ${title}Form({ action, title, returnTo, id }: ${title}FormProps) {
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="returnTo" value={returnTo} />
      <FormId />
      <TextField id={id} name="text" label={\`Заметка: \${title}\`} maxLength={60} />
      <Button writes="${page}" variant="secondary" aria-label={\`Сохранить: \${title}\`}>
        Сохранить
      </Button>
    </Form>
  )
}
`

const testText = (
  file: string,
  address: string,
  param: string,
  endpoint: string,
) => `import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { action } from './${file}'

const { shopper, getCalls, refuse } = testContext()

// tests/http/forms.test.ts tests failures and repeated posts of every form.
test('sends the text of one entry, and shows a warning when the gateway refuses it', async () => {
  const { send } = await shopper()
  const save = (text: string) => send(action, '${address}', { text }, { ${param}: '1' })
  expect((await save('Для мамы')).flash).toEqual({ type: 'success', title: 'Сохранили' })
  refuse('${endpoint}', 422, 'validationError')
  expect((await save('!')).flash?.type).toBe('warning')
  expect(getCalls('${endpoint}')).toBe(2)
})
`

/** @returns the changed files */
export function newListForm(given: string[]): string[] {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: { call: { type: 'string' }, at: { type: 'string' } },
  })
  const [name = ''] = positionals
  const { feature, page, title } = readName(name)
  const { call = '', at = '' } = values
  const [subject = '', method = ''] = call.split('.')
  const groups = Object.values(contract) as Record<string, Endpoint>[]
  const endpoint = groups.find((group) => method in group)?.[method]?.name
  const [, list = '', param = ''] = /^\/([\w/-]+)\/:(\w+)$/.exec(at) ?? []
  if (!subject || !endpoint)
    throw new Error('--call is a function of a gateway: promotions.noteOffer')
  if (!param) throw new Error('--at is the address of an entry: /actions/offers/:code')
  const address = `${list}/:${param}/${page}`
  const forms = 'tests/support/forms.ts'
  changeUnsent((names) => names.filter((each) => each !== endpoint))
  return [
    ...allowFeature(feature),
    write(`app/${name}.action.ts`, actionText(page, list, param, call)),
    write(`app/${name}-form.tsx`, formText(page, title)),
    write(
      `app/${name}.action.test.ts`,
      testText(`${page}.action`, `/${list}/1/${page}`, param, endpoint),
    ),
    insertBefore(
      'app/routes.ts',
      "route('profile/illegal'",
      '',
      `  route('${address}', '${name}.action.ts'),`,
    ),
    insertBefore(
      'app/screens.server.ts',
      'const actions =',
      '} as const',
      `  '${name}.action': { for: 'shopper', unlinked: 'no list shows it yet' },`,
    ),
    insertBefore(
      'app/lib/switch-names.ts',
      'killSwitches',
      '} as const',
      `  '${page}': 'the form of an entry',`,
    ),
    insertBefore(
      forms,
      'export const forms',
      '} as const',
      `  '${name}.action': {
    right: { text: 'Для мамы' },
    writes: { '${endpoint}': /Сохранить не удалось/ },
  },`,
    ),
  ]
}
