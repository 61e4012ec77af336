import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { notFound } from '~/platform/not-found.server'
import { pageTitle } from '~/domain/page-title'
import { tracked } from '~/analytics/tracked'
import { classes } from '~/ui/classes'
import { ButtonLink } from '~/ui/button'
import { Illustration, type IllustrationName } from '~/ui/illustration'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { currency } from '~/domain/currency'

import styles from './onboarding.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Знакомство')]

interface Step {
  illustration: IllustrationName
  title: string
  text: string
}

const steps: Step[] = [
  {
    illustration: 'card',
    title: 'Карта всегда под рукой',
    text: 'Покажите код на кассе до\u00a0оплаты. Не\u00a0сканируется\u00a0— назовите номер под ним.',
  },
  {
    illustration: 'stars',
    get title() {
      return `${currency.Plural} за каждую покупку`
    },
    text: 'Они приходят сами. Сколько накопилось и что скоро сгорит, видно в профиле.',
  },
  {
    illustration: 'basket',
    title: 'Купоны выбираете вы',
    text: 'Активируете нужный\u00a0— и\u00a0скидка применится, когда покажете карту.',
  },
]

const FIRST = '/onboarding/1'

/** Three steps after the first sign-in; opening the first one counts as shown. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (params.step === undefined) throw redirect(FIRST)
  const number = Number(params.step)
  if (!/^\d$/.test(params.step) || number < 1 || number > steps.length) throw notFound(request)
  context.cookies.write('v1_onboarded', true)
  return { number }
}

export default function OnboardingScreen() {
  const { number } = useLoaderData<typeof loader>()
  const step = steps[number - 1]
  if (!step) return null
  const isLast = number === steps.length
  return (
    <div className={classes('stack gap-4', styles.screen)}>
      <Illustration name={step.illustration} loading="eager" />
      <PageHeader title={step.title} lead={step.text} />
      <p className={styles.place}>{`Шаг ${number} из ${steps.length}`}</p>
      <ButtonLink to={isLast ? '/today' : `/onboarding/${number + 1}`} fullWidth>
        {isLast ? 'Начать' : 'Дальше'}
      </ButtonLink>
      {!isLast && (
        <Link
          className={styles.skip}
          to="/today"
          {...tracked('Onboarding:Skip', { step: number === 1 ? '1' : '2' })}
        >
          Пропустить
        </Link>
      )}
    </div>
  )
}
