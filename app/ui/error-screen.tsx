import { ButtonLink } from './button'
import styles from './error-screen.module.css'
import { Illustration } from './illustration'

const isNothingFound = (status: number) => status === 404 || status === 422

/** The heading of the error screen, which is its title too. */
export function errorTitle(status: number): string {
  return isNothingFound(status) ? 'Здесь ничего не нашлось' : 'Сайт временно не работает'
}

/** The two error screens of the product (specification, section 2, error page). */
export function ErrorScreen({ status }: { status: number }) {
  return (
    <div className={styles.screen}>
      <Illustration name="warning" loading="eager" />
      <h1 id="page-title" tabIndex={-1}>
        {errorTitle(status)}
      </h1>
      <p>
        {isNothingFound(status)
          ? 'Посмотрите другие разделы'
          : 'Мы уже чиним эту проблему — пожалуйста, попробуйте снова через 15 минут'}
      </p>
      <ButtonLink to="/" fullWidth reloadDocument>
        На главную
      </ButtonLink>
    </div>
  )
}
