import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react'

import { useValidatedForm } from '~/forms/use-validated-form'
import { PushPanel } from './push-panel'
import { useHydrated } from 'remix-utils/use-hydrated'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import {
  allConsents,
  isAnyPushPermitted,
  otherConsents,
  pushConsents,
  type ConsentName,
  type Consents,
} from '~/lib/consents'
import { pageTitle } from '~/lib/page-title'
import { classes } from '~/ui/classes'
import { Block, BlockError } from '~/ui/block'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/forms/error-summary'
import { Link } from '~/ui/link'
import { useIsOff } from '~/ui/site'
import { PageHeader } from '~/ui/page-header'
import { tabName } from '~/lib/shown-brand'
import { Live } from '~/ui/live'

import { ConsentSwitch } from './consent-switch'
import styles from './notification.module.css'
import { consentsForm } from './notification.server'
import { MutedNotificationsForm } from './muted-notifications-form'

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
