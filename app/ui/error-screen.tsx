import { isRouteErrorResponse, useLocation } from '@remix-run/react'

import { ButtonLink } from './button'
import styles from './error-screen.module.css'
import { Illustration } from './illustration'
import { REFERENCE_ID, useReference } from './request-reference'
import { useSite } from './site'

/** Stands for a lost network instead of a status. */
const NO_NETWORK = 0

/** The status of a thrown response; 0 when the network was lost. */
export function getStatus(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status
  return error instanceof Error && error.name === 'NoNetworkError' ? NO_NETWORK : 500
}

const TOO_MANY_REQUESTS = 429

const isNothingFound = (status: number) => status === 404 || status === 422

/** The heading of the error screen, also used as its title. */
export function errorTitle(status: number): string {
  if (status === NO_NETWORK) return 'Нет связи'
  if (status === TOO_MANY_REQUESTS) return 'Слишком много запросов'
  return isNothingFound(status) ? 'Здесь ничего не нашлось' : 'Сайт временно не работает'
}

function errorText(status: number): string {
  if (status === NO_NETWORK) return 'Проверьте интернет и попробуйте ещё раз'
  if (status === TOO_MANY_REQUESTS) return 'Подождите несколько секунд и обновите страницу'
  return isNothingFound(status)
    ? 'Посмотрите другие разделы'
    : 'Мы уже чиним эту проблему — пожалуйста, попробуйте снова через 15 минут'
}

/** The error screens: not found, failed (specification 2.57 and 2.58), and no network. */
export function ErrorScreen({ status }: { status: number }) {
  const { pathname, search } = useLocation()
  const isSignedIn = useSite()?.isSignedIn
  const reference = useReference()
  return (
    <div className={styles.screen}>
      <Illustration name="warning" loading="eager" />
      <h1 id="page-title" tabIndex={-1}>
        {errorTitle(status)}
      </h1>
      <p>{errorText(status)}</p>
      {status >= 500 && reference && (
        <p className={styles.reference}>
          Код ошибки для поддержки: <code id={REFERENCE_ID}>{reference}</code>
        </p>
      )}
      {status === NO_NETWORK ? (
        <ButtonLink to={pathname + search} icon="refresh" fullWidth>
          Повторить
        </ButtonLink>
      ) : (
        <ButtonLink to={isSignedIn ? '/today' : '/'} fullWidth reloadDocument>
          На главную
        </ButtonLink>
      )}
    </div>
  )
}
