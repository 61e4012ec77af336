import { Form } from '@remix-run/react'

import { FormId } from '~/forms/form-id'
import { Button } from '~/ui/button'
import { Notice } from '~/ui/notice'

interface EmailStateProps {
  email: string
  /** Undefined: unknown; the letter can be requested anyway. */
  isEmailConfirmed?: boolean | undefined
}

/** The state of the saved address, with a button to send its confirmation. */
export function EmailState({ email, isEmailConfirmed }: EmailStateProps) {
  if (isEmailConfirmed)
    return <Notice tone="success" title="Почта подтверждена" text={<bdi>{email}</bdi>} />
  return (
    <Notice
      tone="warning"
      icon="mail"
      title="Почта не&nbsp;подтверждена"
      text={
        <>
          Пришлём письмо на <bdi>{email}</bdi> — перейдите по ссылке из него.
        </>
      }
      action={
        <Form method="post" action="/profile/confirm-email?returnTo=/profile/edit">
          <FormId />
          <Button writes="confirm-email" variant="secondary" size="small">
            Отправить письмо
          </Button>
        </Form>
      }
    />
  )
}
