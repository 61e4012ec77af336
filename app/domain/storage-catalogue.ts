export interface StoredFacts {
  where: 'localStorage' | 'sessionStorage' | 'caches'
  /** Shown to visitors in the cookie policy. */
  purpose: string
}

/**
 * Data that scripts store in a browser besides cookies, by name; a cache's name may end with the
 * build's id. The cookie policy lists them from here.
 */
export const storageCatalogue = {
  v1_bonuses: {
    where: 'localStorage',
    purpose: 'Последний баланс: показывается, пока загружается новый или нет связи',
  },
  v1_push_subscription: {
    where: 'localStorage',
    purpose: 'Адрес, на который приходят уведомления, если вы их включили',
  },
  v1_push_updated: { where: 'localStorage', purpose: 'Когда этот адрес обновлялся' },
  v1_push_permission: {
    where: 'localStorage',
    purpose: 'Ваш ответ браузеру, разрешены ли уведомления',
  },
  v1_push: {
    where: 'caches',
    purpose:
      'Ключ магазина, с которым вы включили уведомления: по нему браузер восстанавливает их сам',
  },
  v1_install_dismissed: {
    where: 'localStorage',
    purpose: 'Помнит, что вы отложили установку приложения',
  },
  v1_awake: {
    where: 'localStorage',
    purpose: 'Помнит, что вы просили не гасить экран, пока открыта карта',
  },
  v1_events: {
    where: 'sessionStorage',
    purpose: 'Нажатия и просмотры до отправки, если вы разрешили аналитику',
  },
  v1_reloaded_at: {
    where: 'sessionStorage',
    purpose: 'Когда страница загружалась заново из-за обновления сайта',
  },
  v1_persist_asked: {
    where: 'sessionStorage',
    purpose: 'Помнит, что браузер уже попросили не удалять сохранённую карту',
  },
  positions: {
    where: 'sessionStorage',
    purpose: 'На каком месте вы оставили страницу: туда вернёт кнопка «Назад»',
  },
  v1_card: {
    where: 'caches',
    purpose:
      'Карта для кассы без интернета: QR-код, номер, баланс и активные купоны. Есть только на устройстве, где вы вошли, и удаляется при выходе',
  },
  v1_trial: {
    where: 'caches',
    purpose:
      'Пустая запись на странице установки: проверяет, хватит ли места для карты, и сразу удаляется',
  },
  v1_files: {
    where: 'caches',
    purpose: 'Файлы самого сайта, чтобы он быстро открывался; личного в них нет',
  },
} satisfies Readonly<Record<string, StoredFacts>>

/** A name that the cookie policy lists: storing code says `'v1_…' satisfies StoredName`. */
export type StoredName = keyof typeof storageCatalogue
