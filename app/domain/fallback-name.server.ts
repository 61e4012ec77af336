const names = {
  coupon: 'Купон',
  offer: 'Задание',
  product: 'Товар',
  category: 'Категория',
  survey: 'Опрос',
  purchase: 'Покупка',
}

/** The gateway's trimmed name, or a general name, because a link needs text. */
export function nameOrFallback(kind: keyof typeof names, given: string | undefined): string {
  return given?.trim() || names[kind]
}
