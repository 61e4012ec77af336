import type { DeviceInfo } from '~/domain/device-info'

/** Instructions to allow notifications in one browser on one system. */
export interface PushGuide {
  key: string
  /** «Chrome на Android». */
  title: string
  allow: string[]
  unblock: string[]
}

export const pushGuides: readonly PushGuide[] = [
  {
    key: 'android-chrome',
    title: 'Chrome на Android',
    allow: [
      'Откройте сайт в Chrome и нажмите на значок слева от адреса.',
      'Выберите «Разрешения» → «Уведомления».',
      'Включите переключатель «Показывать уведомления».',
    ],
    unblock: [
      'Откройте меню Chrome (три точки) → «Настройки» → «Настройки сайтов» → «Уведомления».',
      'Найдите наш сайт в списке «Заблокировано» и нажмите на него.',
      'Выберите «Разрешить». Если списка нет, включите уведомления Chrome в настройках телефона.',
    ],
  },
  {
    key: 'android-yandex',
    title: 'Яндекс Браузер на Android',
    allow: [
      'Откройте сайт и нажмите на значок замка в адресной строке.',
      'Выберите «Настройки сайта» → «Уведомления».',
      'Нажмите «Разрешить».',
    ],
    unblock: [
      'Откройте меню браузера → «Настройки» → «Сайты» → «Уведомления».',
      'Найдите наш сайт среди запрещённых и разрешите ему уведомления.',
    ],
  },
  {
    key: 'android-samsung',
    title: 'Samsung Internet',
    allow: [
      'Откройте сайт и нажмите на значок замка в адресной строке.',
      'Выберите «Разрешения» и включите «Уведомления».',
    ],
    unblock: [
      'Откройте меню браузера → «Настройки» → «Сайты и загрузки» → «Уведомления сайтов».',
      'Включите переключатель рядом с нашим сайтом.',
    ],
  },
  {
    key: 'android-firefox',
    title: 'Firefox на Android',
    allow: [
      'Откройте сайт и нажмите на значок замка в адресной строке.',
      'Нажмите «Уведомления», чтобы вместо «Заблокировано» стало «Разрешено».',
    ],
    unblock: [
      'Откройте меню Firefox → «Настройки» → «Разрешения сайтов» → «Исключения».',
      'Выберите наш сайт и разрешите уведомления.',
    ],
  },
  {
    key: 'ios',
    title: 'iPhone и iPad',
    allow: [
      'Нужна iOS 16.4 или новее: «Настройки» → «Основные» → «Обновление ПО».',
      'Откройте сайт в Safari, нажмите «Поделиться» → «На экран „Домой“».',
      'Запустите приложение с экрана «Домой» и согласитесь на уведомления, когда оно спросит.',
    ],
    unblock: [
      'Откройте «Настройки» телефона → «Уведомления».',
      'Найдите в списке наше приложение и включите «Допуск уведомлений».',
      'Если приложения в списке нет, удалите его с экрана «Домой» и добавьте снова.',
    ],
  },
  {
    key: 'desktop-chrome',
    title: 'Chrome, Edge, Яндекс Браузер или Opera на компьютере',
    allow: [
      'Откройте сайт и нажмите на значок слева от адреса.',
      'Включите «Уведомления» или выберите рядом с ними «Разрешить».',
      'Обновите страницу.',
    ],
    unblock: [
      'Откройте настройки браузера и найдите в них «Настройки сайтов» → «Уведомления».',
      'Уберите наш сайт из списка тех, кому запрещено, и обновите страницу.',
      'Проверьте, что система не глушит браузер: в Windows — «Система» → «Уведомления», в macOS — «Уведомления».',
    ],
  },
  {
    key: 'desktop-firefox',
    title: 'Firefox на компьютере',
    allow: [
      'Откройте сайт и нажмите на значок разрешений слева от адреса.',
      'Рядом с «Уведомлениями» выберите «Разрешить».',
    ],
    unblock: [
      'Откройте «Настройки» → «Приватность и защита» → «Разрешения» → «Уведомления» → «Параметры».',
      'Выберите для нашего сайта «Разрешить» и сохраните.',
    ],
  },
  {
    key: 'desktop-safari',
    title: 'Safari на Mac',
    allow: [
      'Откройте в меню «Safari» → «Настройки» → «Веб-сайты» → «Уведомления».',
      'Выберите для нашего сайта «Разрешить».',
    ],
    unblock: [
      'Проверьте там же, что рядом с нашим сайтом не стоит «Запретить».',
      'Откройте «Системные настройки» → «Уведомления» и разрешите их для Safari и нашего сайта.',
    ],
  },
]

/** The guide for a visitor's device, undefined when the user agent does not name it. */
export function guideFor(device: DeviceInfo): PushGuide | undefined {
  const key = guideKey(device)
  return pushGuides.find((guide) => guide.key === key)
}

function guideKey({ platformType, browserName }: DeviceInfo): string | null {
  if (platformType === 'ios') return 'ios'
  const [own] = /yandex|samsung|firefox/i.exec(browserName) ?? ['chrome']
  if (platformType === 'android') return `android-${own.toLowerCase()}`
  if (/firefox/i.test(browserName)) return 'desktop-firefox'
  if (/safari/i.test(browserName)) return 'desktop-safari'
  if (/chrom|edge|yandex|opera/i.test(browserName)) return 'desktop-chrome'
  return null
}
