import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import {
  Form,
  useActionData,
  useLoaderData,
  type ShouldRevalidateFunction,
  useFetcher,
} from '@remix-run/react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { useEffect, useRef } from 'react'

import { useValidatedForm } from '~/forms/use-validated-form'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import {
  allConsents,
  isAnyPushPermitted,
  otherConsents,
  pushConsents,
  type ConsentName,
  type Consents,
} from '~/domain/consents'
import { pageTitle } from '~/domain/page-title'
import { classes } from '~/ui/classes'
import { Block, BlockError } from '~/ui/block'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/forms/error-summary'
import { Link } from '~/ui/link'
import { useIsOff } from '~/ui/site'
import { PageHeader } from '~/ui/page-header'
import { tabName } from '~/domain/shown-brand'
import { Live } from '~/ui/live'
import type { NotificationKind } from '~/session/cookie-values.server'
import { currency } from '~/domain/currency'
import { Switch } from '~/ui/switch'

import { PushPanel } from './push-panel'
import { ConsentSwitch } from './consent-switch'
import styles from './notification.module.css'
import { consentsForm } from './notification.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Уведомления')]

export async function loader({ context }: LoaderFunctionArgs) {
  // Dismisses the push notice for good, because the shopper has found this screen.
  context.cookies.dismiss('push')
  const { consents = null } = await loadBlocks(
    { consents: context.gateways.account.getPermissions() },
    { consents: BUDGET_MS.critical },
  )
  return { consents, quiet: context.cookies.read('v1_quiet') }
}

export const action = consentsForm.action

/** A refused switch needs no revalidation, and without a network there are no new data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate && actionResult?.isSaved !== false

export default function NotificationScreen() {
  const data = useLoaderData<typeof loader>()
  const { refusal, formProps, formId, summary } = useValidatedForm<Consents>({
    ...data,
    id: 'consents',
    constraint: {},
    actionData: useActionData<typeof action>(),
  })
  const isHydrated = useHydrated()
  const isOff = useIsOff('consents')
  const { consents } = data
  return (
    <div className={classes('stack', styles.screen)}>
      <ErrorSummary {...summary} title="Не сохранили" />
      <PageHeader
        title="Уведомления"
        backHref="/profile"
        backLabel={tabName('profile')}
        lead="Выберите, о&nbsp;чём и&nbsp;как вам рассказывать. Передумать можно в&nbsp;любой момент."
      />
      {consents === null ? (
        <BlockError retryHref="/profile/notification" title="Согласия не загрузились" />
      ) : (
        // Without `autoComplete="off"` a reload would restore old switches instead of saved ones.
        <Form
          {...formProps}
          method="post"
          className={classes('stack gap-8', styles.form)}
          autoComplete="off"
        >
          <input type="hidden" name="formId" value={formId} />
          {allConsents.map(
            (consent) =>
              !isAnswered(consent) && (
                <input key={consent.name} type="hidden" name="unknown" value={consent.name} />
              ),
          )}
          <Block title="Пуши" id="push">
            <PushState isAnyPermitted={isAnyPushPermitted(consents)} />
            <div className={styles.sheet}>
              {pushConsents.filter(isAnswered).map((consent) => (
                <ConsentSwitch key={consent.name} {...consent} isGiven={given(consent.name)} />
              ))}
            </div>
          </Block>
          <Block title="Письма, СМС и&nbsp;остальное" id="other">
            <div className={styles.sheet}>
              {otherConsents.filter(isAnswered).map((consent) => (
                <ConsentSwitch key={consent.name} {...consent} isGiven={given(consent.name)} />
              ))}
            </div>
          </Block>
          {(!isHydrated || isOff) && <Button writes="consents">Сохранить</Button>}
        </Form>
      )}
      <MutedNotificationsForm quiet={data.quiet} />
      {isHydrated && !isOff && <p className="muted">Изменения сохраняются сразу.</p>}
    </div>
  )

  function isAnswered({ name }: { name: ConsentName }): boolean {
    return consents?.[name] !== undefined
  }

  function given(name: ConsentName): boolean {
    return refusal ? refusal.result.initialValue?.[name] === 'on' : (consents?.[name] ?? false)
  }
}

/** Shows whether the consents allow any push; the browser's permission is separate. */
function PushState({ isAnyPermitted }: { isAnyPermitted: boolean }) {
  return (
    <div className={styles.state}>
      <PushPanel />
      <p className="muted">
        <Live>
          {isAnyPermitted
            ? 'Пуши разрешены. Чтобы они приходили, браузер тоже должен их пропускать. '
            : 'Пуши выключены. '}
        </Live>
        <Link to="/profile/push-instruction">Как разрешить на этом устройстве</Link>
      </p>
    </div>
  )
}

/** Texts of the notifications that a device can mute; each kind needs one to be unmuted again. */
const choices: Record<NotificationKind, { title: string; text: string }> = {
  deadlines: {
    title: 'Скоро закончится',
    get text() {
      return `${currency.Plural}, купоны и задания, которые закончатся за неделю: на главной, у карты, в купонах и ${currency.prepositional}`
    },
  },
  account: {
    title: 'Это были вы?',
    text: 'Вопрос на главной, когда карту, телефон или почту изменили не с этого устройства',
  },
}
const names = Object.keys(choices) as NotificationKind[]

/** A form to mute the hints of the screens on this device; a script saves each change at once. */
function MutedNotificationsForm({ quiet }: { quiet: readonly NotificationKind[] }) {
  const { Form, submit } = useFetcher()
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // A choice before hydration, which removes the button.
    const boxes = form.current?.querySelectorAll<HTMLInputElement>('[type=checkbox]') ?? []
    if ([...boxes].some((box) => box.checked !== box.defaultChecked)) submit(form.current)
  }, [submit])
  return (
    <Form
      ref={form}
      method="post"
      action="/profile/notification/quiet"
      autoComplete="off"
      onChange={({ currentTarget }) => submit(currentTarget, { preventScrollReset: true })}
    >
      <Block title="Подсказки на&nbsp;этом устройстве" id="device">
        <div className={styles.sheet}>
          {names.map((name) => (
            <div className={styles.consent} key={name}>
              <Switch
                id={`shown-${name}`}
                name="shown"
                value={name}
                label={choices[name].title}
                hint={choices[name].text}
                defaultChecked={!quiet.includes(name)}
              />
            </div>
          ))}
        </div>
        {!isHydrated && (
          <div className={styles.save}>
            <Button variant="secondary">Сохранить подсказки</Button>
          </div>
        )}
      </Block>
    </Form>
  )
}
