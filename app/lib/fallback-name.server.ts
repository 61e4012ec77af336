const names = {
  coupon: 'Купон',
  offer: 'Предложение',
  good: 'Товар',
  category: 'Категория',
  survey: 'Опрос',
  purchase: 'Покупка',
}

/** What a thing is called: the gateway's name without blanks around it, else that of its kind, for a link must say something. */
export function nameOf(kind: keyof typeof names, given: string | undefined): string {
  return given?.trim() || names[kind]
}
