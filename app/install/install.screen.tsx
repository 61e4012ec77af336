import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useEffect, useState } from 'react'

import { installTitle } from '~/domain/device-info'
import { pageTitle } from '~/domain/page-title'
import { classes } from '~/ui/classes'
import { ButtonLink, Button } from '~/ui/button'
import { Details } from '~/ui/details'
import { Notice } from '~/ui/notice'
import { useOwnDevice } from '~/ui/site'
import { PageHeader } from '~/ui/page-header'
import { tabName } from '~/domain/shown-brand'
import { Icon, type IconName } from '~/ui/icon'
import { LiveRegion } from '~/ui/live-region'

import styles from './install.module.css'
import { tutorialFor, tutorials, type TutorialName, type StepScene } from './tutorials'
import { findStorageProblem, type StorageProblem } from './keeping'
import { install, useInstall } from './install-prompt'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Установка')]

export function loader({ context }: LoaderFunctionArgs) {
  // A shopper on this screen needs no notice that advises it.
  context.cookies.dismiss('install')
  return {
    isSignedIn: context.session.hasCookie,
  }
}

/** Steps to install on this device; other devices follow below. */
export default function InstallScreen() {
  const { isSignedIn } = useLoaderData<typeof loader>()
  const device = useOwnDevice()
  const tutorial = tutorialFor(device)
  const isOldIos = device?.oldIosVersion
  const withoutPush = device?.platformType === 'ios' && !device.pushSupportingIosVersion
  const others = (Object.keys(tutorials) as TutorialName[]).filter(
    // `ios-wrong-browser` describes the present browser, so it is never another device.
    (name) => name !== tutorial && name !== 'ios-wrong-browser',
  )
  return (
    <div className="stack">
      <PageHeader
        title={installTitle(device)}
        lead="Открывается одним касанием, код для кассы виден и&nbsp;без сети. Места почти не&nbsp;занимает."
        backHref={isSignedIn ? '/profile' : undefined}
        backLabel={tabName('profile')}
      />
      <InstallOffer />
      <KeepingNotice />
      {isOldIos && (
        <Notice
          tone="warning"
          title="Ваша версия iOS устарела"
          text="Добавить карту на экран можно, но надёжнее сначала обновить систему."
        />
      )}
      {withoutPush && !isOldIos && (
        <Notice
          title="Уведомления работают с&nbsp;iOS 16.4"
          text="Без них карта тоже пригодится."
        />
      )}
      <Tutorial name={tutorial} />
      <section aria-labelledby="others">
        <h2 className={styles.others} id="others">
          Другое устройство
        </h2>
        {others.map((name) => (
          <Details key={name} summary={tutorials[name].title}>
            <Steps name={name} />
          </Details>
        ))}
      </section>
      <ButtonLink to={isSignedIn ? '/today' : '/login'} variant="secondary" fullWidth>
        {isSignedIn ? 'На главную' : 'Войти'}
      </ButtonLink>
    </div>
  )
}

function Tutorial({ name }: { name: TutorialName }) {
  return (
    <section className={classes('stack gap-4', styles.tutorial)} aria-labelledby="tutorial">
      <h2 id="tutorial">{tutorials[name].title}</h2>
      <Steps name={name} />
    </section>
  )
}

function Steps({ name }: { name: TutorialName }) {
  return (
    <ol className={classes('stack gap-4', styles.steps)}>
      {tutorials[name].steps.map(({ drawing, text }) => (
        <li className={styles.step} key={text}>
          <StepDrawing name={drawing} />
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

const icons: Record<StepScene, IconName> = {
  share: 'share',
  menu: 'settings',
  add: 'plus',
  confirm: 'check',
  done: 'card',
  safari: 'external',
  desktop: 'search',
}

/** A drawn phone with the control to press; the text beside it says the same. */
function StepDrawing({ name }: { name: StepScene }) {
  return (
    <span className={styles.drawing} aria-hidden="true">
      <svg className={styles.phone} viewBox="0 0 64 96" focusable="false">
        <rect className={styles.body} x="2" y="2" width="60" height="92" rx="12" />
        <rect className={styles.line} x="12" y="16" width="40" height="6" rx="3" />
        <rect className={styles.line} x="12" y="74" width="40" height="6" rx="3" />
      </svg>
      <span className={styles.press}>
        {name === 'menu' ? <span className={styles.dots}>⋮</span> : <Icon name={icons[name]} />}
      </span>
    </span>
  )
}

const texts: Record<StorageProblem, string> = {
  full: 'На этом устройстве не хватает места. Освободите немного и откройте карту ещё раз — она сохранится.',
  forbidden:
    'Браузер не разрешает сайту хранить данные — так бывает в режиме инкогнито. Остальное работает как обычно.',
}

/** Warns when the card cannot be stored; everything else works. */
function KeepingNotice() {
  const [error, setError] = useState<StorageProblem | null>(null)
  useEffect(() => void findStorageProblem().then(setError), [])
  return (
    <LiveRegion>
      {error && <Notice title="Карта без сети не&nbsp;откроется" text={texts[error]} />}
    </LiveRegion>
  )
}

/** One button when the browser offers the installation; otherwise steps. */
function InstallOffer() {
  const { deferredPrompt, isInProgress, isInstalled } = useInstall()
  const isOver = isInstalled || isInProgress
  return (
    <>
      <LiveRegion>
        {isOver && (
          <Notice
            {...(isInstalled
              ? { tone: 'success', title: 'Карта уже на\u00a0экране этого устройства' }
              : { icon: 'download', title: 'Устанавливаем…' })}
          />
        )}
      </LiveRegion>
      {deferredPrompt && !isOver && (
        <Button type="button" icon="download" fullWidth onClick={() => void install()}>
          Установить
        </Button>
      )}
    </>
  )
}
