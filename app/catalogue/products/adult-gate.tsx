import { Form } from '@remix-run/react'

import { formatNumber } from '~/lib/numbers'
import { plural } from '~/lib/plural'
import { Button } from '~/ui/button'
import { Figures } from '~/ui/figures'
import { Notice } from '~/ui/notice'

/** Hides products for adults until the age is confirmed; `hidden` is their number, if available. */
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
