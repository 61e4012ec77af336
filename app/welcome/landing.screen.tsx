import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { withReturnTo } from '~/lib/return-to'
import { env } from '~/platform/env.server'
import { publicPageMeta } from './page-meta'
import { siteQr } from './site-qr.server'
import { ButtonLink } from '~/ui/button'
import { Details } from '~/ui/details'
import { Illustration } from '~/ui/illustration'
import { SiteQr } from './site-qr'

import { heroSvg } from './hero.server'
import { CardVignette, CouponVignette, ReceiptsVignette, StarsVignette } from './vignettes'
import styles from './landing.module.css'
import { gains, questions, steps } from './words'

export const handle = { isStatic: true }

export const meta: MetaFunction = ({ matches }) =>
  publicPageMeta(matches, {
    title: 'Карта покупателя',
    description:
      'Карта в телефоне: звёзды за покупки, купоны и чеки в одном месте. Войдите по номеру телефона — карта готова сразу.',
    path: '/',
  })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { session, device } = context
  const isInstalledApp = new URL(request.url).searchParams.get('source') === 'pwa'
  if (isInstalledApp && (await session.isSignedIn())) {
    // Who has installed needs no advice to.
    context.hints.dismiss('install')
    throw redirect(device.start === 'card' ? '/qr' : '/today')
  }
  return { isSignedIn: session.hasCookie, qr: siteQr(env().PUBLIC_ORIGIN), hero: heroSvg }
}

const vignettes = {
  stars: <StarsVignette />,
  coupons: <CouponVignette />,
  card: <CardVignette />,
  receipts: <ReceiptsVignette />,
}

export default function LandingScreen() {
  const { isSignedIn, qr, hero } = useLoaderData<typeof loader>()
  return (
    <div className={styles.screen}>
      <section className={`plate ${styles.hero}`}>
        <div className={styles.words}>
          <h1 className={styles.title} id="page-title" tabIndex={-1}>
            Покупки <span className={styles.bright}>оборачиваются</span> звёздами
          </h1>
          <p className={styles.lead}>
            Покажите карту с телефона на кассе — звёзды придут сами. Ими можно оплатить часть
            следующей покупки.
          </p>
          <div className={styles.calls}>
            <Enter isSignedIn={isSignedIn} />
            <a className={styles.how} href="#steps">
              Как это работает
            </a>
          </div>
        </div>
        <div className={styles.picture} dangerouslySetInnerHTML={{ __html: hero }} />
      </section>

      <section className={styles.part} aria-labelledby="gains-title">
        <h2 className={styles.partTitle} id="gains-title">
          Что даёт карта
        </h2>
        <ul className={styles.gains}>
          {gains.map(({ key, title, text, link }) => (
            <li className={styles.gain} key={key}>
              <div className={styles.vignette} aria-hidden="true">
                {vignettes[key]}
              </div>
              <h3>{title}</h3>
              <p className={styles.quiet}>{text}</p>
              {link && (
                <a
                  className={styles.gainLink}
                  href={isSignedIn ? link.to : withReturnTo('/login', link.to)}
                >
                  {link.label}
                </a>
              )}
            </li>
          ))}
        </ul>
      </section>

      <section className={styles.part} id="steps" aria-labelledby="steps-title">
        <h2 className={styles.partTitle} id="steps-title">
          Три шага до первой звезды
        </h2>
        <ol className={styles.steps}>
          {steps.map(({ illustration, title, text }) => (
            <li className={styles.step} key={title}>
              <Illustration name={illustration} />
              <div className={styles.stepWords}>
                <h3 className={styles.stepTitle}>{title}</h3>
                <p className={styles.quiet}>{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>

      <section className={`${styles.part} ${styles.questions}`} aria-labelledby="questions-title">
        <div>
          <h2 className={styles.partTitle} id="questions-title">
            Вопросы перед первым входом
          </h2>
          <p className={styles.quiet}>
            Другой вопрос? <a href="/contacts">Напишите нам</a>
          </p>
        </div>
        <div>
          {questions.map(({ question, answer }) => (
            <Details key={question} summary={question}>
              <p>{answer}</p>
            </Details>
          ))}
        </div>
      </section>

      <section className={`plate ${styles.closing}`} aria-labelledby="closing-title">
        <div className={styles.words}>
          <h2 className={styles.closingTitle} id="closing-title">
            {isSignedIn ? 'Карта ждёт вас' : 'Карта будет готова через минуту'}
          </h2>
          <p className={styles.lead}>
            {isSignedIn
              ? 'Код, звёзды и активные купоны — на одном экране.'
              : 'Нужен только номер телефона. Участие бесплатное.'}
          </p>
          <Enter isSignedIn={isSignedIn} />
        </div>
        <SiteQr {...qr} />
      </section>
    </div>
  )
}

function Enter({ isSignedIn }: { isSignedIn: boolean }) {
  return isSignedIn ? (
    <ButtonLink to="/qr" icon="card">
      Открыть карту
    </ButtonLink>
  ) : (
    <ButtonLink to="/login" icon="phone">
      Войти по номеру телефона
    </ButtonLink>
  )
}
