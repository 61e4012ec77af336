import { Form, useNavigation } from '@remix-run/react'

import type { SwitchName } from '~/domain/switch-names'
import { Button } from '~/ui/button'

import { FormId } from './form-id'

interface ListFormProps {
  action: string
  label: string
  /** Label of the button while the form is under way. */
  underWay: string
  /** The page to return to. */
  returnTo: string
  /** Kill switches of the write. */
  writes: readonly SwitchName[]
}

/** The button that applies a list's verb to all of its entries. */
export function ListForm({ action, label, underWay, returnTo, writes }: ListFormProps) {
  const { formAction } = useNavigation()
  const isUnderWay = formAction === action
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="returnTo" value={returnTo} />
      <FormId />
      <Button writes={writes} variant="secondary" aria-disabled={isUnderWay || undefined}>
        {isUnderWay ? underWay : label}
      </Button>
    </Form>
  )
}
