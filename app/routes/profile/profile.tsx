import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'

import { loadBlock } from '~/gateways/load-block.server'
import { pageTitle } from '~/lib/page-title'
import { maskPhone } from '~/lib/phone'
import { requireShopper } from '~/session/guards.server'
import { Block, BlockError } from '~/ui/block'
import { Button } from '~/ui/button'
import { PageHeader } from '~/ui/page-header'
import { Stars } from '~/ui/stars'

import styles from './profile.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Профиль')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  const { account, identity } = context.gateways
  const [profile, balance] = await Promise.all([
    loadBlock(identity.getProfile()),
    loadBlock(account.getBalance()),
  ])
  return {
    person: profile.isLoaded
      ? { name: profile.value.firstName, phone: maskPhone(profile.value.phone) }
      : null,
    stars: balance.isLoaded ? balance.value.totalPointBalance : null,
  }
}

export default function ProfileScreen() {
  const { person, stars } = useLoaderData<typeof loader>()
  return (
    <div className={styles.screen}>
      <PageHeader title={person?.name || 'Профиль'} lead={person?.phone} />
      {!person && <BlockError retryHref="/profile" title="Имя и телефон не загрузились" />}
      <Block title="Звёзды" id="stars">
        {stars === null ? (
          <BlockError retryHref="/profile" />
        ) : (
          <p className={styles.stars}>
            <Stars amount={stars} size="large" />
          </p>
        )}
      </Block>
      <Form method="post" action="/logout">
        <Button variant="secondary" icon="sign-out">
          Выйти
        </Button>
      </Form>
    </div>
  )
}
