interface Match {
  id: string
  data?: unknown
}

interface RootData {
  brand: string
  hasFormErrors: boolean
}

/** `Карта — Апрель`, or `Ошибка: Вход — Апрель` after a form error. */
export function pageTitle(matches: readonly (Match | undefined)[], title: string) {
  const root = matches.find((match) => match?.id === 'root')?.data as RootData | undefined
  const prefix = root?.hasFormErrors ? 'Ошибка: ' : ''
  return { title: `${prefix}${title}${root ? ` — ${root.brand}` : ''}` }
}
