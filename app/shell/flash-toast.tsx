import { Form, useLocation, useSubmit } from '@remix-run/react'
import { useEffect } from 'react'

import { FormId, useFormId } from '~/forms/form-id'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/toast'

import { useHydrated } from 'remix-utils/use-hydrated'
import { showToast } from '~/ui/toasts'

interface Flash {
  type: 'success' | 'info' | 'warning' | 'error'
  title: string
  description?: string
  stays?: boolean
  undo?: string
}

/** The toast of a result: an error and a sum of several writes stay until closed. @internal */
export const getResultToast = ({ type: theme, title, description, stays = false }: Flash) => ({
  theme,
  title,
  description,
  persistent: stays || theme === 'error',
})

const UNDO = 'Вернуть'

/** The result of the last page: part of the page without a script, a toast with one. */
export function FlashToast({ flash }: { flash: Flash }) {
  const isHydrated = useHydrated()
  const formId = useFormId()
  const submit = useSubmit()
  const { pathname, search } = useLocation()
  const returnTo = pathname + search
  useEffect(() => {
    const { undo } = flash
    const takeBack = () =>
      submit({ returnTo, formId }, { method: 'post', action: undo, navigate: false })
    showToast({
      ...getResultToast(flash),
      ...(undo && { buttonLabel: UNDO, onButton: takeBack }),
    })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- neither a new form id nor an address shows it again
  }, [flash])
  if (isHydrated) return null
  const { undo, ...message } = flash
  return (
    <FlashMessage
      {...message}
      action={
        undo && (
          <Form method="post" action={undo}>
            <input type="hidden" name="returnTo" value={returnTo} />
            <FormId />
            <Button writes="activate-coupon" variant="secondary" size="small">
              {UNDO}
            </Button>
          </Form>
        )
      }
    />
  )
}
