import type { Profile } from '~/gateways/shapes/identity.server'

/** One advice to the shopper (specification, section 3, notification item). */
export interface NoticeItem {
  key: 'confirm-email' | 'finish-profile'
  title: string
  text: string
}

/** What this shopper could still do for a profile that serves them better. */
export function noticesFor({ email, isEmailConfirmed, birthDate }: Profile): NoticeItem[] {
  const notices: NoticeItem[] = []
  if (email && !isEmailConfirmed)
    notices.push({
      key: 'confirm-email',
      title: 'Подтвердите почту',
      text: 'Пришлём письмо со ссылкой — по ней станет ясно, что адрес ваш.',
    })
  if (!email || !birthDate)
    notices.push({
      key: 'finish-profile',
      title: 'Дополните профиль',
      text: email
        ? 'Укажите дату рождения — поздравим и подарим звёзды.'
        : 'Укажите почту — туда можно присылать чеки.',
    })
  return notices
}
