/** The texts for errors without a text of their own (specification, section 8). */
export const defaultNotice = {
  title: 'Ошибка',
  description: 'Что-то пошло не так. Попробуйте чуть позже',
} as const
