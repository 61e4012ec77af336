import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/lib/page-title'
import { ButtonLink } from '~/ui/button'
import { Illustration } from '~/ui/illustration'
import { PageHeader } from '~/ui/page-header'

import styles from './landing.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Карта покупателя')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { session } = context
  const isInstalledApp = new URL(request.url).searchParams.get('source') === 'pwa'
  if (isInstalledApp && (await session.isSignedIn())) throw redirect('/today')
  return { isSignedIn: session.hasCookie }
}

export default function LandingScreen() {
  const { isSignedIn } = useLoaderData<typeof loader>()
  return (
    <div className={styles.screen}>
      <div className={styles.words}>
        <PageHeader
          title="Карта всегда с вами"
          lead="Покажите код на кассе — звёзды за покупки придут сами."
        />
        {isSignedIn ? (
          <ButtonLink to="/qr" icon="card">
            Открыть карту
          </ButtonLink>
        ) : (
          <ButtonLink to="/login">Войти по номеру телефона</ButtonLink>
        )}
      </div>
      <Illustration name="welcome" loading="eager" />
    </div>
  )
}
