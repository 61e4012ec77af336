import type { DeviceInfo } from '~/domain/device-info'

/** The drawing of a step. */
export type StepScene = 'share' | 'menu' | 'add' | 'confirm' | 'done' | 'safari' | 'desktop'

interface Tutorial {
  title: string
  steps: { drawing: StepScene; text: string }[]
}

const signInOnce = {
  drawing: 'done',
  text: 'Откройте карту с экрана «Домой» и войдите один раз: у приложения свой вход.',
} as const

/** Installation steps by browser and system. */
export const tutorials = {
  'ios-safari': {
    title: 'iPhone или iPad, Safari',
    steps: [
      { drawing: 'share', text: 'Нажмите «Поделиться» — квадрат со стрелкой вверх.' },
      { drawing: 'add', text: 'Прокрутите список и выберите «На экран „Домой“».' },
      {
        drawing: 'confirm',
        text: 'Нажмите «Добавить». Переключатель «Открыть как веб-приложение», если он есть, оставьте включённым.',
      },
      signInOnce,
    ],
  },
  'ios-other': {
    title: 'iPhone или iPad, Chrome, Edge или Firefox',
    steps: [
      { drawing: 'share', text: 'Нажмите «Поделиться» в строке адреса или в меню браузера.' },
      { drawing: 'add', text: 'Выберите «На экран „Домой“».' },
      { drawing: 'confirm', text: 'Нажмите «Добавить».' },
      signInOnce,
    ],
  },
  'ios-wrong-browser': {
    title: 'iPhone или iPad, этот браузер',
    steps: [
      { drawing: 'safari', text: 'Откройте этот сайт в Safari: здесь установка не работает.' },
      { drawing: 'share', text: 'Нажмите «Поделиться» — квадрат со стрелкой вверх.' },
      { drawing: 'add', text: 'Выберите «На экран „Домой“» и нажмите «Добавить».' },
      signInOnce,
    ],
  },
  android: {
    title: 'Android',
    steps: [
      { drawing: 'menu', text: 'Откройте меню браузера\u00a0— три точки или три полоски.' },
      {
        drawing: 'add',
        text: 'Выберите «Установить приложение» или «Добавить на главный экран».',
      },
      { drawing: 'confirm', text: 'Нажмите «Установить».' },
      { drawing: 'done', text: 'Карта появится среди приложений. Входить заново не нужно.' },
    ],
  },
  desktop: {
    title: 'Компьютер',
    steps: [
      { drawing: 'desktop', text: 'Откройте этот сайт в Chrome, Яндекс Браузере или Edge.' },
      { drawing: 'add', text: 'Нажмите на значок установки справа в строке адреса.' },
      { drawing: 'confirm', text: 'Нажмите «Установить».' },
    ],
  },
  mac: {
    title: 'Mac, Safari 17 или новее',
    steps: [
      { drawing: 'share', text: 'Откройте в меню «Файл» и выберите «Добавить в Dock».' },
      { drawing: 'confirm', text: 'Нажмите «Добавить».' },
      {
        drawing: 'done',
        text: 'Откройте карту из Dock и войдите один раз: у приложения свой вход.',
      },
    ],
  },
} satisfies Record<string, Tutorial>

export type TutorialName = keyof typeof tutorials

export function tutorialFor(info: DeviceInfo | undefined): TutorialName {
  if (info?.platformType === 'android') return 'android'
  if (info?.platformType !== 'ios') return 'desktop'
  if (info.browserName.endsWith('Safari')) return 'ios-safari'
  return info.pwaLinkSupported ? 'ios-other' : 'ios-wrong-browser'
}
