import { Form } from '@remix-run/react'

import { formatNumber, plural } from '~/lib/numbers'
import { Button } from '~/ui/button'
import { Figures } from '~/ui/figures'
import { Notice } from '~/ui/notice'

/** Asks for the age where products for adults are left out; `hidden` is their number in a list. */
export function AdultGate({ hidden, returnTo }: { hidden?: number; returnTo: string }) {
  return (
    <Notice
      icon="lock"
      title={
        hidden === undefined ? (
          'Этот товар — для тех, кому есть 18'
        ) : (
          <Figures>{`${plural(hidden, 'Скрыт', 'Скрыты', 'Скрыто')} ${formatNumber(hidden)} ${plural(hidden, 'товар', 'товара', 'товаров')} для взрослых`}</Figures>
        )
      }
      text="Покажем, если вам уже исполнилось 18 лет. Ответ запомним до закрытия браузера."
      action={
        <Form method="post" action="/catalog/confirm-age">
          <input type="hidden" name="returnTo" value={returnTo} />
          <Button variant="secondary" size="small">
            Мне есть 18, показать
          </Button>
        </Form>
      }
    />
  )
}
