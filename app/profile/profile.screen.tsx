import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/domain/page-title'
import { maskPhone } from '~/domain/phone'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { withErrorCode } from '~/gateways/named-failure.server'
import { useLastBalance } from '~/session/last-balance'
import { userHash } from '~/session/user-hash.server'
import { classes } from '~/ui/classes'
import { Block } from '~/ui/block'
import { PartsFailed } from '~/ui/failed'
import { Button } from '~/ui/button'
import { ListRow, RowList } from '~/ui/list-row'
import { PageHeader } from '~/ui/page-header'
import { LastPoints } from '~/ui/last-points'
import { currency } from '~/domain/currency'
import { installTitle } from '~/domain/device-info'
import { tabName } from '~/domain/shown-brand'
import { useOwnDevice } from '~/ui/site'
import { Icon, type IconName } from '~/ui/icon'

import styles from './profile.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, tabName('profile'))]

export async function loader({ context }: LoaderFunctionArgs) {
  const { account, identity } = context.gateways
  const named = withErrorCode('balance', context.visit, account.getBalance())
  const { profile, balance } = await loadBlocks({
    profile: identity.getProfile(),
    balance: named.call,
  })
  return {
    person: profile
      ? { name: profile.firstName, phone: profile.phone && maskPhone(profile.phone) }
      : null,
    owner: await userHash(context),
    points: balance?.totalPointBalance ?? null,
    isOldBalance: balance?.isCache ?? false,
    supportCode: balance ? null : named.errorCode(),
    theme: context.cookies.read('v1_theme'),
    start: context.cookies.read('v1_start') ?? 'today',
  }
}

const themes = [
  { value: 'system', label: 'Системное', icon: 'settings' },
  { value: 'light', label: 'Светлое', icon: 'sun' },
  { value: 'dark', label: 'Тёмное', icon: 'moon' },
] as const

const starts = [
  { value: 'today', label: 'Открывать главную', icon: 'home' },
  { value: 'card', label: 'Открывать сразу карту', icon: 'card' },
] as const

export default function ProfileScreen() {
  const { person, owner, points, isOldBalance, supportCode, theme, start } =
    useLoaderData<typeof loader>()
  const last = useLastBalance(owner, points, isOldBalance)
  const device = useOwnDevice()
  return (
    <div className={classes('stack', styles.screen)}>
      <div className={styles.person}>
        <PageHeader
          title={<span className="clamped">{person?.name || tabName('profile')}</span>}
          lead={person?.phone}
        />
        {(!person || points === null) && (
          <PartsFailed retryHref="/profile" supportCode={supportCode} />
        )}
      </div>
      <section className={`plate ${styles.points}`} aria-labelledby="points-title">
        <h2 className={styles.pointsTitle} id="points-title">
          {`Ваши ${currency.plural}`}
        </h2>
        <p>
          <LastPoints amount={points} isOld={isOldBalance} last={last} />
        </p>
      </section>
      <nav className={classes('stack gap-4', styles.menu)} aria-label="Разделы профиля">
        <RowList>
          <ListRow
            to="/profile/edit"
            icon="profile"
            title="Имя и почта"
            text="Исправить или дополнить"
          />
          <ListRow
            to="/profile/stars"
            icon="currency-line"
            title={currency.Plural}
            text="Что и когда сгорит"
          />
          <ListRow to="/profile/cards" icon="card" title="Карты" text="Привязать пластиковую" />
          <ListRow
            to="/profile/transactions"
            icon="receipt"
            title="Покупки и чеки"
            text="Все операции по месяцам"
          />
          <ListRow
            to="/profile/purchases"
            icon="basket"
            title="Траты и экономия"
            text={`Траты, ${currency.plural} и скидки за год`}
          />
          <ListRow
            to="/profile/rate"
            icon="heart"
            title="Оценки и опросы"
            text="Расскажите, как прошла покупка"
          />
        </RowList>
        <RowList>
          <ListRow
            to="/profile/notification"
            icon="bell"
            title="Уведомления"
            text="Письма, СМС, пуши, звонки"
          />
          <ListRow
            to="/install"
            icon="download"
            title={installTitle(device)}
            text="Как установить приложение"
          />
          <ListRow
            to="/profile/not-me"
            icon="warning"
            title="Это были не вы?"
            text="Что делать, если это были не вы"
          />
          <ListRow
            to="/profile/my-data"
            icon="lock"
            title="Мои данные"
            text="Что о вас хранится и как это скачать"
          />
          <ListRow
            to="/profile/legal"
            icon="info"
            title="Документы и согласия"
            text="Правила, отзыв согласия, удаление"
          />
        </RowList>
      </nav>
      <Block title="Оформление" id="theme">
        <Form method="post" action="/profile/theme" preventScrollReset>
          <ChoiceSwitch
            name="theme"
            label="Цвета приложения"
            choices={themes}
            current={theme ?? 'system'}
          />
        </Form>
      </Block>
      <Block title="Запуск приложения" id="start">
        <p className={styles.hint}>Что показать, когда вы нажмёте на значок на экране телефона.</p>
        <Form method="post" action="/profile/start" preventScrollReset>
          <ChoiceSwitch
            name="start"
            label="Что открывать первым"
            choices={starts}
            current={start}
          />
        </Form>
      </Block>
      <Form method="post" action="/logout">
        <Button variant="secondary" icon="sign-out">
          Выйти
        </Button>
      </Form>
    </div>
  )
}

type ChoiceSwitchProps = {
  name: string
  /** The label of the choice for screen readers. */
  label: string
  choices: readonly { value: string; label: string; icon: IconName }[]
  current: string
}

/** Buttons of one form that share a field; each applies at once, with and without scripts. */
function ChoiceSwitch({ name, label, choices, current }: ChoiceSwitchProps) {
  return (
    <div className={styles.switch} role="group" aria-label={label}>
      {choices.map(({ value, label: text, icon }) => (
        <button
          className={styles.choice}
          key={value}
          name={name}
          value={value}
          aria-pressed={value === current}
        >
          <Icon name={icon} />
          {text}
        </button>
      ))}
    </div>
  )
}
