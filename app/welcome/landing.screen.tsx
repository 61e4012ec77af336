import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { withReturnTo } from '~/domain/return-to'
import { env } from '~/platform/env.server'
import { classes } from '~/ui/classes'
import { ButtonLink } from '~/ui/button'
import { Details } from '~/ui/details'
import { Illustration } from '~/ui/illustration'
import { currency } from '~/domain/currency'
import { bindTexts } from '~/lib/bind-text.server'
import type { LandingFile } from '~/operator/file-schemas.server'

import { publicPageMeta } from './page-meta'
import { siteQr } from './site-qr.server'
import { SiteQr } from './site-qr'
import { CardVignette, CouponVignette, ReceiptsVignette, PointsVignette } from './vignettes'
import styles from './landing.module.css'
import { gains, ownTexts, questions, steps } from './texts'

/** The landing page's texts: the operator's, or else ours. */
function landingTexts(file: LandingFile | null) {
  const given = file ?? {}
  const word = (name: keyof typeof ownTexts) => given[name] ?? ownTexts[name]
  const seen = bindTexts({
    // The part between asterisks has the bright colour.
    title: word('title').split('*'),
    lead: word('lead'),
    gainsTitle: word('gainsTitle'),
    gains: gains.map((gain) => ({
      ...gain,
      title: given[gain.key]?.title ?? gain.title,
      text: given[gain.key]?.text ?? gain.text,
    })),
    stepsTitle: word('stepsTitle'),
    steps: steps.map((step, at) => ({
      ...step,
      title: given.steps?.[at]?.title ?? step.title,
      text: given.steps?.[at]?.text ?? step.text,
    })),
    questionsTitle: word('questionsTitle'),
    questions: given.questions ?? questions,
    closingTitle: word('closingTitle'),
    closingText: word('closingText'),
  })
  return { description: word('description'), ...seen }
}

export const handle = { isStatic: true }

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  publicPageMeta(matches, {
    title: 'Карта покупателя',
    description: data?.texts.description ?? '',
    path: '/',
  })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { session, cookies } = context
  const isInstalledApp = new URL(request.url).searchParams.get('source') === 'pwa'
  if (isInstalledApp && (await session.isSignedIn())) {
    // Dismisses the install notice for good, because this shopper has the installed app.
    cookies.dismiss('install')
    throw redirect(cookies.read('v1_start') ? '/qr' : '/today')
  }
  return {
    isSignedIn: session.hasCookie,
    qr: siteQr(env().PUBLIC_ORIGIN),
    // Inlined, because a file would need another round trip.
    hero: env().brand.illustrations.hero.text.replace('<svg ', '<svg aria-hidden="true" '),
    texts: landingTexts(context.operator.landing),
  }
}

const vignettes = {
  stars: <PointsVignette />,
  coupons: <CouponVignette />,
  card: <CardVignette />,
  receipts: <ReceiptsVignette />,
}

export default function LandingScreen() {
  const { isSignedIn, qr, hero, texts } = useLoaderData<typeof loader>()
  return (
    <div className={classes('stack gap-16', styles.screen)}>
      <section className={`plate ${styles.hero}`}>
        <div className={classes('stack gap-5', styles.texts)}>
          <h1 className={styles.title} id="page-title" tabIndex={-1}>
            {texts.title.map((part, at) =>
              at % 2 === 1 ? (
                <span className={styles.bright} key={at}>
                  {part}
                </span>
              ) : (
                part
              ),
            )}
          </h1>
          <p className={styles.lead}>{texts.lead}</p>
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
          {texts.gainsTitle}
        </h2>
        <ul className={classes('stack gap-8', styles.gains)}>
          {texts.gains.map(({ key, title, text, link }) => (
            <li className="stack gap-2" key={key}>
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
          {texts.stepsTitle}
        </h2>
        <ol className={classes('stack gap-8', styles.steps)}>
          {texts.steps.map(({ illustration, title, text }) => (
            <li className={styles.step} key={title}>
              <Illustration name={illustration} />
              <div className="stack gap-2">
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
            {texts.questionsTitle}
          </h2>
          <p className={styles.quiet}>
            Другой вопрос? <a href="/contacts">Напишите нам</a>
          </p>
        </div>
        <div>
          {texts.questions.map(({ question, answer }) => (
            <Details key={question} summary={question}>
              <p>{answer}</p>
            </Details>
          ))}
        </div>
      </section>

      <section className={`plate ${styles.closing}`} aria-labelledby="closing-title">
        <div className={classes('stack gap-5', styles.texts)}>
          <h2 className={styles.closingTitle} id="closing-title">
            {isSignedIn ? 'Карта ждёт вас' : texts.closingTitle}
          </h2>
          <p className={styles.lead}>
            {isSignedIn
              ? `Код, ${currency.plural} и активные купоны — на одном экране.`
              : texts.closingText}
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
