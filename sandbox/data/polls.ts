import type { Poll } from '../response-types'
import { longText } from './longText'

const options = (...titles: string[]) =>
  titles.map((title, number) => ({ id: `option-${number + 1}`, title }))

/** The survey that asks a question of every type. */
function fullPoll(id: string, title: string): Poll {
  return {
    id,
    title,
    description: 'Пять вопросов, около двух минут. Ответы помогают нам становиться лучше.',
    questions: [
      {
        id: 'how-often',
        type: 'SINGLE',
        title: 'Как часто вы у нас бываете?',
        isRequired: true,
        options: options('Почти каждый день', 'Раз в неделю', 'Раз в месяц', 'Впервые'),
      },
      {
        id: 'what-you-like',
        type: 'MULTIPLE',
        title: 'Что вам у нас нравится?',
        isRequired: true,
        options: options('Цены', 'Выбор', 'Свежесть', 'Близко к дому', 'Приветливые кассиры'),
      },
      { id: 'cleanliness', type: 'RATING', title: 'Оцените чистоту в магазине', isRequired: true },
      {
        id: 'who-comes',
        type: 'SINGLE',
        title: 'С кем вы обычно приходите?',
        isRequired: false,
        options: options('Один или одна', 'С семьёй', 'С друзьями'),
      },
      {
        id: 'wishes',
        type: 'TEXT',
        title: 'Чего вам не хватает?',
        isRequired: false,
        maxLength: 500,
      },
    ],
  }
}

/** The surveys for one shopper: the first ones are open, the last one was answered before. */
export function makePolls(count: number, isVeryLong: boolean): Poll[] {
  const titles = ['Как вам в «Апреле»?', 'Выбираем новый хлеб', 'Опрос о доставке']
  return Array.from({ length: count }, (_, number) => {
    const title = titles[number % titles.length]!
    const poll = fullPoll(
      `poll-${number + 1}`,
      isVeryLong ? longText(300, `${title} `) : number < 3 ? title : `${title} № ${number + 1}`,
    )
    // A survey of one optional question, and no description.
    if (number === 1) return { id: poll.id, title: poll.title, questions: [poll.questions[4]!] }
    return poll
  })
}

/** The survey that follows a purchase. */
export function purchasePoll(transactionId: string): Poll {
  return {
    id: `purchase-${transactionId}`,
    title: 'Как прошла покупка?',
    questions: [
      { id: 'visit', type: 'RATING', title: 'Оцените этот поход в магазин', isRequired: true },
      {
        id: 'queue',
        type: 'SINGLE',
        title: 'Пришлось ли ждать на кассе?',
        isRequired: false,
        options: options('Нет', 'Меньше пяти минут', 'Дольше'),
      },
      { id: 'comment', type: 'TEXT', title: 'Комментарий', isRequired: false, maxLength: 300 },
    ],
  }
}
