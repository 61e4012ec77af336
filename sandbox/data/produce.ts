import type { Motif } from './pictures'

/** How vegetables and fruits look: by the first word of the name, a form and a hue. */
export const produce: Readonly<Record<string, readonly [Motif, number]>> = {
  Картофель: ['round', 36],
  Морковь: ['carrot', 110],
  Лук: ['round', 30],
  Свёкла: ['round', 330],
  Капуста: ['round', 92],
  Огурцы: ['long', 108],
  Помидоры: ['round', 4],
  Перец: ['round', 0],
  Баклажаны: ['long', 272],
  Кабачки: ['long', 84],
  Бананы: ['banana', 48],
  Груши: ['apple', 62],
  Апельсины: ['round', 28],
  Мандарины: ['round', 22],
  Лимоны: ['round', 52],
  Виноград: ['berry', 90],
  Гранаты: ['round', 350],
  Хурма: ['round', 18],
  Голубика: ['berry', 228],
  Клубника: ['berry', 350],
  Шампиньоны: ['round', 34],
}
