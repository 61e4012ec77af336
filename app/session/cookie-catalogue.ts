const HOUR = 3600
/** 365.2425 days (specification 9.2). */
const YEAR = 31556952

export interface CookieFacts {
  /** Shown to visitors in the cookie policy. */
  purpose: string
  /** Seconds; null for a cookie that ends with the browser session. */
  seconds: number | null
  /** True when scripts may read the cookie. */
  isReadable?: true
}

/**
 * Every cookie that this site sets. Writing code and the cookie policy both read this catalogue, so
 * that they agree.
 */
export const cookieCatalogue = {
  v1_jwt: {
    purpose:
      'Помнит, что вы вошли. Хранится в зашифрованном виде; если не помещается целиком, продолжение лежит в v1_jwt_2, v1_jwt_3 и v1_jwt_4',
    seconds: YEAR,
  },
  v1_code: {
    purpose:
      'Помнит, что номер телефона подтверждён, пока вы заполняете анкету, и отмеченные в ней согласия',
    seconds: HOUR,
  },
  // Longer than the code lives, so that a new code goes to the same phone.
  v1_otp: {
    purpose:
      'Помнит, на какой номер отправлен код, чтобы не присылать СМС дважды, и куда вы шли до входа',
    seconds: HOUR,
  },
  v1_pause: {
    purpose: 'Помнит, почему и до какого времени приостановлен вход',
    seconds: 24 * HOUR,
  },
  v1_ended: {
    purpose:
      'Помнит, что вход закончился сам: тогда номер карты остаётся на телефоне, чтобы его можно было показать на кассе',
    seconds: 30 * 24 * HOUR,
  },
  v1_known: {
    purpose:
      'Помнит, что с этого устройства уже входили по вашему номеру: чужие попытки входа вам тогда не помешают. Хранится в зашифрованном виде',
    seconds: YEAR,
  },
  v1_incomplete: {
    purpose: 'Помнит, заполнены ли обязательные поля профиля',
    seconds: 31540000,
  },
  v1_card: {
    purpose:
      'Номер вашей карты: показывается на кассе, когда код не загрузился. Хранится в зашифрованном виде и удаляется при выходе',
    seconds: YEAR,
  },
  v1_account: {
    purpose:
      'Помнит, каким вы видели свой счёт с этого устройства: если карту, телефон или почту изменит кто-то другой, мы спросим вас. Без номеров и адресов, хранится в зашифрованном виде',
    seconds: YEAR,
  },
  v1_device: {
    purpose: 'Случайный номер браузера: отличает ваши устройства друг от друга и защищает вход',
    seconds: YEAR,
  },
  v1_uuid: {
    purpose:
      'Случайный номер без имени и телефона: по нему вам показывают одну и ту же версию экрана, а если вы разрешили аналитику — считают посещения',
    seconds: YEAR,
  },
  v1_variants: {
    purpose: 'Помнит, какие версии экранов вам показывают, пока открыт браузер',
    seconds: null,
  },
  v1_ksid: { purpose: 'Ответ защиты от мошенников при входе', seconds: null },
  v1_store: { purpose: 'Выбранный вами магазин', seconds: YEAR },
  v1_store_prompted: { purpose: 'Помнит, что мы уже предлагали выбрать магазин', seconds: YEAR },
  v1_adult: {
    purpose:
      'Помнит ваш ответ, что вам есть 18 лет: от него зависит показ товаров для взрослых. Удаляется, когда вы входите или выходите',
    seconds: null,
  },
  v1_onboarded: { purpose: 'Помнит, что вы уже видели первые шаги', seconds: YEAR },
  v1_dismissed: {
    purpose: 'Помнит, какие советы на главном экране вы отложили',
    seconds: 30 * 24 * HOUR,
  },
  v1_advised: {
    purpose: 'Помнит, какой совет сегодня на главном экране: там не больше одного',
    seconds: 30 * 24 * HOUR,
  },
  v1_declined: {
    purpose: 'Помнит, что установку и уведомления мы вам уже предлагали',
    seconds: YEAR,
  },
  v1_notice: {
    purpose: 'Помнит, какие объявления магазина вы закрыли, чтобы не показывать их снова',
    seconds: YEAR,
  },
  v1_flash: {
    purpose: 'Сообщение о том, что получилось: показывается на следующей странице и исчезает',
    seconds: 60,
  },
  v1_consent: {
    purpose: 'Ваш выбор: разрешили вы аналитику или отказались',
    seconds: YEAR,
    isReadable: true,
  },
  v1_theme: {
    purpose: 'Выбранное оформление: светлое или тёмное',
    seconds: YEAR,
    isReadable: true,
  },
  v1_start: {
    purpose: 'Помнит, что вы попросили открывать приложение сразу на карте',
    seconds: YEAR,
  },
  v1_zone: {
    purpose:
      'Часовой пояс вашего браузера: в нём мы говорим, когда сгорят {{currencyPlural}} и закончатся купоны',
    seconds: YEAR,
    isReadable: true,
  },
  v1_quiet: {
    purpose: 'Помнит, какие подсказки вы выключили на этом устройстве',
    seconds: YEAR,
  },
} satisfies Record<`v1_${string}`, CookieFacts>

export type CookieName = keyof typeof cookieCatalogue

/** The cookie's description with every field set. */
export function cookieFacts(name: CookieName): CookieFacts {
  return cookieCatalogue[name]
}

/** The cookie's name in the browser; on HTTPS `__Host-` binds it to this host. */
export function fullCookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}
