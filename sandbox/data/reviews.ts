import type { Review } from '../../app/gateways/schemas/catalogue.server'
import { getChance } from './chance'
import { getRating, getProduct } from './products'
import { longText } from './longText'
import { DAY, getInstant } from './time'

const AUTHORS = ['Анна', 'Сергей К.', 'Елена', 'Алёна П.', 'Дмитрий', 'Ольга', 'Фёдор', 'Гость']
const GOOD_TEXTS = [
  'Беру не первый раз, всё нравится. Свежее, вкусное, упаковка целая.',
  'Отличное качество за эти деньги. Вся семья довольна!',
  'Приятно удивили: ожидала хуже, а теперь буду брать постоянно.',
  'Хороший товар, рекомендую.',
]
const BAD_TEXTS = [
  'В этот раз попалось не очень свежее. Надеюсь, случайность.',
  'На вкус обычное, за полную цену не взял бы.',
  'Упаковка была надорвана, пришлось менять.',
]

/** The published reviews of a product, newest first. */
export function getReviews(goodId: string, now: number): Review[] {
  const product = getProduct(goodId)
  if (!product) return []
  const { commentsCount } = getRating(product)
  return Array.from({ length: commentsCount }, (_, number) => {
    const chance = getChance(`review ${number} of ${goodId}`)
    const score = chance.pick([5, 5, 5, 4, 4, 3, 2, 1])
    const text = chance.pick(score > 3 ? GOOD_TEXTS : BAD_TEXTS)
    return {
      id: `review-${goodId}-${number}`,
      authorName: chance.pick(AUTHORS),
      createdAt: getInstant(now - number * 6 * DAY - chance.whole(1, 5 * 24) * 3_600_000),
      score,
      ...(number % 6 !== 5 && { text: number === 7 ? longText(900, `${text} `) : text }),
      ...(chance.happens(0.4) && { pros: 'Цена, вкус' }),
      ...(chance.happens(0.25) && { cons: score > 3 ? 'Нет' : 'Бывает не в наличии' }),
    }
  })
}
