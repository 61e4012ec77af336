import type { IllustrationName } from '~/ui/illustration'
import { currency } from '~/domain/currency'

interface Gain {
  key: 'stars' | 'coupons' | 'card' | 'receipts'
  title: string
  text: string
  /** The target of its link; a guest signs in first. */
  link?: { to: string; label: string }
}

/** The benefits of the programme. */
export const gains: readonly Gain[] = [
  {
    key: 'stars',
    get title() {
      return `${currency.Plural} за каждую покупку`
    },
    text: 'Сколько пришло и когда сгорит — видно сразу, без мелкого шрифта.',
  },
  {
    key: 'coupons',
    title: 'Купоны на то, что вы берёте',
    text: 'Активируйте купон дома — касса применит скидку сама.',
    link: { to: '/coupons', label: 'Выбрать купоны' },
  },
  {
    key: 'card',
    title: 'Карта, которая не теряется',
    text: 'Код обновляется сам, а без интернета остаются последний код и номер.',
  },
  {
    key: 'receipts',
    title: 'Чеки не нужно хранить',
    get text() {
      return `Все покупки по месяцам: что взяли, сколько сэкономили, сколько ${currency.many}.`
    },
  },
]

/** How it works. */
export const steps: { illustration: IllustrationName; title: string; text: string }[] = [
  {
    illustration: 'phone-code',
    title: 'Войдите по номеру',
    text: 'Пришлём СМС с кодом из пяти цифр. Пароль придумывать не нужно.',
  },
  {
    illustration: 'card',
    title: 'Покажите карту',
    text: 'Откройте код до оплаты и поднесите телефон к сканеру на кассе.',
  },
  {
    illustration: 'stars',
    get title() {
      return `Тратьте ${currency.plural}`
    },
    get text() {
      return `Скажите кассиру, что хотите списать ${currency.plural}, — и платите меньше.`
    },
  },
]

/** Questions of new visitors. */
export const questions = [
  {
    question: 'Нужно ли устанавливать приложение?',
    answer:
      'Нет, всё работает в браузере. Если карта нужна часто, добавьте сайт на экран телефона: он откроется как приложение.',
  },
  {
    question: 'У меня есть пластиковая карта. Что с ней?',
    answer:
      'Войдите по номеру телефона и привяжите её в профиле, в разделе «Карты»: понадобятся номер и код с обратной стороны.',
  },
  {
    question: 'Вы будете присылать рекламу?',
    answer:
      'Только если разрешите. СМС, письма и уведомления включаются по отдельности и выключаются в профиле в любой момент.',
  },
  {
    get question() {
      return `Телефон потерялся — ${currency.plural} пропадут?`
    },
    answer:
      'Нет. Войдите с другого телефона по тому же номеру. Если сменился и номер, напишите нам — перенесём карту.',
  },
]

/** Other texts of the landing page; the part between asterisks has the bright colour. */
export const ownTexts = {
  get description() {
    return `Карта в телефоне: ${currency.plural} за покупки, купоны и чеки в одном месте. Нужны номер телефона и имя — карта готова сразу.`
  },
  get title() {
    return `Покупки *оборачиваются* ${currency.instrumental}`
  },
  get lead() {
    return `Покажите карту с телефона на кассе — ${currency.plural} придут сами. Ими можно оплатить часть следующей покупки.`
  },
  gainsTitle: 'Что даёт карта',
  get stepsTitle() {
    return `Три шага до первых ${currency.many}`
  },
  questionsTitle: 'Вопросы перед первым входом',
  closingTitle: 'Карта будет готова через минуту',
  closingText: 'Нужны номер телефона и имя. Участие бесплатное.',
}
