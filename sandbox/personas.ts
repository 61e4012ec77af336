/** A test shopper for one situation. */
export interface Persona {
  key: PersonaKey
  /** Digits with the leading 7, as the gateway wants them. */
  phone: string
  /** In Russian, for the sandbox's page. */
  title: string
  description: string
}

export type PersonaKey =
  | 'regular'
  | 'new'
  | 'incomplete'
  | 'captcha'
  | 'noCard'
  | 'empty'
  | 'veryLong'
  | 'mergeBlocked'
  | 'deepHistory'
  | 'few'

/** The personas; any other number is an ordinary shopper of its own. */
export const personas: readonly Persona[] = [
  {
    key: 'regular',
    phone: '79000000001',
    title: 'Обычный покупатель',
    description: 'Полтора года покупок, звёзды, купоны, задания, опросы: всего понемногу.',
  },
  {
    key: 'new',
    phone: '79000000002',
    title: 'Новый покупатель',
    description: 'Ещё не зарегистрирован: после кода нужно заполнить анкету.',
  },
  {
    key: 'incomplete',
    phone: '79000000003',
    title: 'Неполный профиль',
    description: 'Зарегистрирован, но без имени и даты рождения: их попросят дополнить.',
  },
  {
    key: 'captcha',
    phone: '79000000004',
    title: 'Нужна капча',
    description: 'Код отправят только после верного ответа на вопрос капчи.',
  },
  {
    key: 'noCard',
    phone: '79000000005',
    title: 'Ещё без карты',
    description: 'Карты нет, пока не выпущена виртуальная.',
  },
  {
    key: 'empty',
    phone: '79000000006',
    title: 'Пусто везде',
    description: 'Ни звёзд, ни купонов, ни покупок, ни опросов.',
  },
  {
    key: 'veryLong',
    phone: '79000000007',
    title: 'Всё длинное и всего много',
    description:
      'Имена по 300 знаков с разметкой, арабским и эмодзи, сотни купонов, 500 чеков, 50 карт.',
  },
  {
    key: 'mergeBlocked',
    phone: '79000000008',
    title: 'Привязка карты запрещена',
    description: 'Любая попытка привязать карту получает отказ.',
  },
  {
    key: 'deepHistory',
    phone: '79000000009',
    title: 'Покупает давно',
    description: 'Десять лет покупок, около 10 000 операций: поиск, графики и выгрузка.',
  },
]

/** The persona of a phone number: its own, a new shopper, a regular one, or one with a few of each thing. */
export function getPersona(phone: string): PersonaKey {
  const persona = personas.find((each) => each.phone === phone)
  if (persona) return persona.key
  if (phone.startsWith('7901')) return 'new'
  return phone.startsWith('7902') ? 'few' : 'regular'
}
