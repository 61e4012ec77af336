import { Form } from '@remix-run/react'

import type { Consent } from '~/domain/consent'

import { Button } from '~/ui/button'
import { Live } from '~/ui/live'
import styles from './consent.module.css'

type ConsentFormProps = {
  /** null until the visitor has decided. */
  choice: Consent | null
  /** The page to return to. */
  returnTo: string
  /** True on the cookie policy, where visitors can change their decision. */
  isSetting?: boolean
}

const labelBefore: Record<Consent, string> = {
  accepted: 'Сейчас аналитика разрешена.',
  refused: 'Сейчас аналитика выключена.',
}

/**
 * Asks for consent to analytics. Both buttons look alike and need one tap. With a script the page
 * and its input stay.
 */
export function ConsentForm({ choice, returnTo, isSetting }: ConsentFormProps) {
  const Heading = isSetting ? 'h2' : 'p'
  return (
    <Form className={styles.form} method="post" action="/consent" preventScrollReset>
      <div>
        <Heading className={styles.title} id="consent-title">
          {isSetting ? 'Ваш выбор' : 'Можно считать посещения?'}
        </Heading>
        <p className={styles.text}>
          <Live>
            {(choice ? `${labelBefore[choice]} ` : '') +
              (isSetting
                ? 'Необходимые cookie работают всегда. '
                : 'Какими страницами пользуются: без имён и\u00a0телефонов. ')}
          </Live>
          {!isSetting && <a href="/cookie-policy">Подробнее о&nbsp;cookie</a>}
        </p>
      </div>
      <input type="hidden" name="returnTo" value={returnTo} />
      <div className={styles.buttons}>
        <Button variant="secondary" size="small" name="choice" value="accepted">
          Разрешить
        </Button>
        <Button variant="secondary" size="small" name="choice" value="refused">
          Отказаться
        </Button>
      </div>
    </Form>
  )
}

/** The question at the end of a page, where it moves and covers nothing. */
export function ConsentBanner({ returnTo }: { returnTo: string }) {
  return (
    <section className={styles.banner} aria-labelledby="consent-title">
      <ConsentForm choice={null} returnTo={returnTo} />
    </section>
  )
}
