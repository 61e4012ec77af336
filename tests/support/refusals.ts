import type { Screen } from './screens'

/** A refused form: the typed text, and the button that sent it. */
export interface Refusal extends Screen {
  /** Values by label. */
  type?: Record<string, string>
  press: string
}

/** Refused forms, each on its screen. */
export const refusals: readonly Refusal[] = [
  {
    name: 'login refused',
    at: '/login',
    seenBy: 'guest',
    type: { 'Номер телефона': '123' },
    press: 'Получить код',
  },
  { name: 'code refused', at: '/login/code', seenBy: 'codeSent', press: 'Продолжить' },
  {
    name: 'registration refused',
    at: '/registration',
    seenBy: 'new',
    type: { День: '31', Месяц: '2', Год: '1985', 'Электронная почта': 'почта' },
    press: 'Завести карту',
  },
  {
    name: 'incomplete profile refused',
    at: '/profile/incomplete',
    seenBy: 'incomplete',
    press: 'Сохранить',
  },
  {
    name: 'edit refused',
    at: '/profile/edit',
    type: { Имя: '', 'Электронная почта': 'почта' },
    press: 'Сохранить',
  },
  { name: 'add a card refused', at: '/profile/cards/add', press: 'Привязать карту' },
  {
    name: 'review refused',
    at: 'catalogue/product/reviews.screen',
    press: 'Отправить отзыв',
  },
  { name: 'survey refused', at: '/profile/survey/poll-1', press: 'Дальше' },
]
