import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useEffect, useState } from 'react'

import { classes } from '~/ui/classes'
import { useCopy } from '~/ui/copy'
import { DeadlineHint } from '~/deadlines/deadline-hint'
import { loadDeadlines } from '~/deadlines/load-deadlines.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { withErrorCode } from '~/gateways/named-failure.server'
import { groupInFours } from '~/domain/mask'
import { pageTitle } from '~/domain/page-title'
import { tracked } from '~/analytics/tracked'
import { useLastBalance } from '~/session/last-balance'
import { userHash } from '~/session/user-hash.server'
import { PartsFailed } from '~/ui/failed'
import { HelpText } from '~/operator/help'
import { Block } from '~/ui/block'
import { Button, ButtonLink } from '~/ui/button'
import { ListRow, RowList } from '~/ui/list-row'
import { PageHeader } from '~/ui/page-header'
import { tabName } from '~/domain/shown-brand'
import type { StoredName } from '~/domain/storage-catalogue'
import { Switch } from '~/ui/switch'

import styles from './card.module.css'
import { loadCardView, type CardNumberView } from './card.server'
import { CodeNotice } from './code-notice'
import { DrawnBars } from './drawn-code'
import { FetchedAt } from './fetched-at'
import { LoyaltyCardPanel } from './loyalty-card'
import { useCardCode } from './use-card-code'
import { cardFieldsForRecord, useCardRecord } from './use-card-record'
import { useWakeLock } from './wake-lock'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, tabName('qr'))]

/** How long the page waits for the deadline hints: less than for the card itself. */
const HINT_BUDGET_MS = 600

/** Without a script the page is loaded again every 300 000 ms (specification 4.23). */
export const handle = { noScriptRefreshSeconds: 300 }

export async function loader({ context }: LoaderFunctionArgs) {
  const { account } = context.gateways
  const asked = account.getBalance()
  const named = withErrorCode('balance', context.visit, asked)
  const [view, { balance, cards }, deadlines] = await Promise.all([
    loadCardView(context),
    loadBlocks({ balance: named.call, cards: account.listCards() }),
    loadDeadlines(context, { balance: asked, budgetMs: HINT_BUDGET_MS }),
  ])
  return {
    ...view,
    deadlines,
    help: context.operator.helpCard ?? undefined,
    owner: await userHash(context),
    points: balance?.totalPointBalance ?? null,
    isOldBalance: balance?.isCache ?? false,
    cards: cards?.map(groupInFours) ?? null,
  }
}

export default function CardScreen() {
  const loaded = useLoaderData<typeof loader>()
  const { card, fallbackCard, supportCode, owner, points, isOldBalance } = loaded
  const { cards, deadlines, help } = loaded
  const { qr, qrError } = useCardCode({ owner, qr: card?.qr ?? null, qrError: loaded.qrError })
  const lastBalance = useLastBalance(owner, points, isOldBalance)
  // Stores a code that loaded later with the number shown before.
  const shown = card ?? (qr ? fallbackCard : null)
  useCardRecord({
    owner,
    ...qr,
    ...cardFieldsForRecord(shown ?? fallbackCard),
    // A failed or an old balance keeps the last one.
    ...(points !== null && !isOldBalance && { balance: points }),
  })
  return (
    <div className={classes('stack', styles.screen)}>
      <PageHeader title={tabName('qr')} />
      <div className="stack">
        <LoyaltyCardPanel
          size="full"
          qrLabel="QR-код карты для кассы"
          qrSvg={qr?.svg}
          fallbackCard={fallbackCard}
          supportCode={supportCode}
          qrError={qrError}
          balance={points}
          isOldBalance={isOldBalance}
          lastBalance={lastBalance}
        >
          {qr && <FetchedAt instant={qr.fetchedAt} serverTime={card?.fetchedAtTime} />}
        </LoyaltyCardPanel>
        <CodeNotice qrError={qrError} hasCode={!!qr} hasNumber={!!shown} returnTo="/qr" />
        {(card ?? fallbackCard) && (
          <ButtonLink to="/qr/till" icon="expand" fullWidth>
            Показать на кассе
          </ButtonLink>
        )}
        <DeadlineHint deadlines={deadlines} />
      </div>
      <div className="stack">
        {shown && <CardNumber {...shown} />}
        <RowList>
          <ListRow to="/qr" icon="refresh" title="Обновить код" reloadDocument />
          <ListRow
            to="/qr/elsewhere"
            icon="download"
            title="Карта на&nbsp;бумаге и&nbsp;в&nbsp;кошельке"
          />
          {shown && <AwakeSwitch />}
        </RowList>
        <LinkedCards numbers={cards?.filter((number) => number !== shown?.number) ?? null} />
        <HelpText help={help} />
      </div>
    </div>
  )
}

/** Cards besides the one on the screen. */
function LinkedCards({ numbers }: { numbers: string[] | null }) {
  if (numbers === null) return <PartsFailed retryHref="/qr" />
  if (numbers.length === 0) return null
  return (
    <Block title="Привязанные карты" id="cards">
      <ul className={classes('stack gap-2', styles.cards)}>
        {numbers.map((number) => (
          <li key={number}>{number}</li>
        ))}
      </ul>
    </Block>
  )
}

/** Number and barcode for cashiers when the QR code fails. */
function CardNumber({ number, barcode }: CardNumberView) {
  const { canCopy, isCopied, hasFailed, copy, source } = useCopy<HTMLParagraphElement>(
    number.replaceAll(' ', ''),
  )
  return (
    <Block title="Номер карты" id="number">
      <div className={classes('stack gap-4', styles.numberBlock)}>
        <p className={styles.number} ref={source}>
          {number}
        </p>
        {canCopy && (
          <Button
            type="button"
            variant="secondary"
            icon={isCopied ? 'check' : 'copy'}
            onClick={copy}
            {...tracked('Card:CopyNumber', {})}
          >
            {isCopied ? 'Скопировано' : 'Скопировать номер'}
          </Button>
        )}
        <span className={hasFailed ? undefined : 'visually-hidden'} role="status">
          {isCopied
            ? 'Номер карты скопирован'
            : hasFailed && 'Скопировать не удалось. Номер выделен — скопируйте его сами.'}
        </span>
        <div className={styles.barcode}>
          <DrawnBars svg={barcode} label="Штрихкод карты" />
        </div>
      </div>
    </Block>
  )
}

const KEY = 'v1_awake' satisfies StoredName

/** The last choice; null when the browser's storage is full or forbidden. */
function remembered(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function remember(choice: 'on' | 'cannot' | null): void {
  try {
    if (choice) localStorage.setItem(KEY, choice)
    else localStorage.removeItem(KEY)
  } catch {
    // The choice is not stored; the shopper chooses again next time.
  }
}

/**
 * A switch that keeps the screen on in the queue, and remembers the choice. A phone without wake
 * locks hides the switch from then on.
 */
function AwakeSwitch() {
  const [choice, setChoice] = useState<'on' | 'off' | 'never' | null>(null)
  const isOn = choice === 'on'
  const isRefused = useWakeLock(isOn)

  useEffect(() => {
    const stored = remembered()
    setChoice(stored === 'on' ? 'on' : stored === 'cannot' ? 'never' : 'off')
  }, [])

  useEffect(() => {
    if (isOn && isRefused && !('wakeLock' in navigator)) remember('cannot')
  }, [isOn, isRefused])

  // Without a script there is nothing to switch.
  if (choice === null || choice === 'never') return null
  return (
    <li className={styles.awake}>
      {!(isOn && isRefused) && (
        <Switch
          name="awake"
          role="switch"
          label="Не гасить экран"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            remember(checked ? 'on' : null)
            setChoice(checked ? 'on' : 'off')
          }}
        />
      )}
      <p role="status">
        {isOn && isRefused && 'Этот телефон не позволяет держать экран включённым.'}
      </p>
    </li>
  )
}
