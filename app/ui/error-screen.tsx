import { ButtonLink } from './button'
import styles from './error-screen.module.css'
import { Illustration } from './illustration'

/** The two error screens of the product (specification, section 2, error page). */
export function ErrorScreen({ status }: { status: number }) {
  const isNothingFound = status === 404 || status === 422
  return (
    <div className={styles.screen}>
      <Illustration name="warning" loading="eager" />
      <h1 id="page-title" tabIndex={-1}>
        {isNothingFound ? 'Здесь ничего не нашлось' : 'Сайт временно не работает'}
      </h1>
      <p>
        {isNothingFound
          ? 'Посмотрите другие разделы'
          : 'Мы уже чиним эту проблему — пожалуйста, попробуйте снова через 15 минут'}
      </p>
      <ButtonLink to="/" fullWidth reloadDocument>
        На главную
      </ButtonLink>
    </div>
  )
}
