import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'

import { ErrorSummary } from '~/forms/error-summary'
import { useErrorFocus } from '~/framework/navigation-focus'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { pageTitle } from '~/domain/page-title'
import { clockNote } from '~/lib/dates'
import { kindNames } from '~/domain/transaction-names'
import { withHeavyPageSlot } from '~/limits/heavy-page-slots.server'
import { classes } from '~/ui/classes'
import { BlockError } from '~/ui/block'
import { PageHeader } from '~/ui/page-header'

import { FindForm, Finds } from './find-form'
import { findPath, MAX_TERM_LENGTH, readFindQuery } from './find-query.server'
import { findPurchases } from './find.server'
import screen from './transactions.module.css'

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  pageTitle(
    matches,
    `${Object.keys(data?.errors ?? {}).length > 0 ? 'Ошибка: ' : ''}Найти покупку`,
  ),
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { typed, errors, conditions, offset } = readFindQuery(new URL(request.url).searchParams)
  const { found } = conditions
    ? await withHeavyPageSlot(context, () =>
        loadBlocks(
          { found: findPurchases(context.gateways, conditions, offset) },
          { found: BUDGET_MS.critical },
        ),
      )
    : { found: undefined }
  return {
    typed,
    errors,
    kinds: Object.entries(kindNames).map(([kind, label]) => ({ kind, label })),
    maxTermLength: MAX_TERM_LENGTH,
    isAsked: conditions !== null,
    isContinued: offset !== null,
    found: found ?? null,
    clock: found?.haveTillZones === false ? clockNote(context.device.timeZone) : null,
    ways: {
      here: findPath(typed, offset),
      first: findPath(typed, null),
      next: typeof found?.nextOffset === 'number' ? findPath(typed, found.nextOffset) : null,
    },
  }
}

export default function FindScreen() {
  const loaded = useLoaderData<typeof loader>()
  const { errors, isAsked, found, ways } = loaded
  const isBusy = useNavigation().state !== 'idle'
  useErrorFocus(errors, Object.keys(errors).length > 0)
  return (
    <div className={classes('stack', screen.screen)}>
      <ErrorSummary errors={errors} formId="find" />
      <PageHeader
        title="Найти покупку"
        backHref="/profile/transactions"
        backLabel="Покупки и чеки"
      />
      <FindForm {...loaded} isBusy={isBusy} />
      {isAsked && !found && <BlockError retryHref={ways.here} title="Поиск не удался" />}
      {found && <Finds {...loaded} found={found} />}
    </div>
  )
}
