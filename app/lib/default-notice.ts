/** What is shown where nothing has text of its own (specification, section 8). */
export const defaultNotice = {
  title: 'Ошибка',
  description: 'Что-то пошло не так. Попробуйте чуть позже',
} as const
