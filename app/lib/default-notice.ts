/** The texts for errors without a text of their own (specification 8.10). */
export const defaultNotice = {
  title: 'Ошибка',
  description: 'Что-то пошло не так. Попробуйте чуть позже',
} as const
