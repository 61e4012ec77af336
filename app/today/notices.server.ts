import type { AppLoadContext } from '@remix-run/node'

import type { Profile } from '~/gateways/schemas/identity.server'
import type { OpenPoll } from '~/gateways/schemas/purchases.server'
import { installTitle, type DeviceInfo } from '~/domain/device-info'
import { bindTexts } from '~/lib/bind-text.server'
import { currency } from '~/domain/currency'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { surveyHref } from '~/domain/hrefs'
import { isIdOf } from '~/domain/ids'
import type { DismissibleNotice } from '~/session/cookie-values.server'

/** A notice for the shopper (specification 3.26). */
export interface NoticeItem {
  key: 'confirm-email' | DismissibleNotice
  title: string
  text: string
  icon: 'mail' | 'profile' | 'heart' | 'download' | 'bell'
  /** The target of its link; null for the letter, which has a form. */
  to: string | null
  /** The text of the button. */
  answer: string
}

/**
 * Notices about this device, one at a time. Installation comes first, because an iPhone has no push
 * before.
 */
const deviceNotices = ({ mobile }: DeviceInfo): NoticeItem[] => [
  {
    key: 'install',
    title: installTitle({ mobile }),
    text: mobile
      ? 'Открывается одним касанием, код для кассы виден и без сети.'
      : 'Открывается без вкладок браузера, и без сети тоже.',
    icon: 'download',
    to: '/install',
    answer: 'Как установить',
  },
  {
    key: 'push',
    title: 'Не пропустите купон',
    get text() {
      return `Подскажем, когда он появится и когда сгорят ${currency.plural}.`
    },
    icon: 'bell',
    to: '/profile/notification',
    answer: 'Настроить',
  },
]

/** Notices about this shopper's profile. */
function profileNotices({ email, isEmailConfirmed, birthDate }: Profile): NoticeItem[] {
  const notices: NoticeItem[] = []
  const hasNoEmail = email === null || email === ''
  if (email && isEmailConfirmed === false)
    notices.push({
      key: 'confirm-email',
      title: 'Подтвердите почту',
      text: 'Пришлём письмо со ссылкой: перейдите по ней — и почта подтверждена.',
      icon: 'mail',
      to: null,
      answer: 'Отправить письмо',
    })
  if (hasNoEmail || birthDate === null)
    notices.push({
      key: 'finish-profile',
      title: 'Дополните профиль',
      text: hasNoEmail
        ? 'Укажите почту — туда можно присылать чеки.'
        : 'Осталась дата рождения — её указывают по желанию.',
      icon: 'profile',
      to: hasNoEmail ? '/profile/edit' : '/profile/incomplete?returnTo=/today',
      answer: 'Дополнить',
    })
  return notices
}

/** A notice for the first open survey. */
function surveyNotice([poll]: OpenPoll[]): NoticeItem[] {
  if (!isIdOf('survey', poll?.id)) return []
  return [
    {
      key: 'survey',
      title: nameOrFallback('survey', poll.title),
      text: poll.description ?? 'Ответьте на несколько вопросов — это минута.',
      icon: 'heart',
      to: surveyHref(poll.id),
      answer: 'Ответить',
    },
  ]
}

/**
 * One piece of advice at a time: the most useful. The next one follows after an answer or on the next day.
 * @param day the number of the shopper's day
 */
export function getAdvice(
  { cookies }: Pick<AppLoadContext, 'cookies'>,
  notices: NoticeItem[],
  day: number,
): NoticeItem[] {
  const last = cookies.read('v1_advised')
  const at = notices.findIndex(({ key }) => key === last?.key)
  const next = at >= 0 && last?.day !== day ? (at + 1) % notices.length : Math.max(0, at)
  const notice = notices[next]
  if (!notice) return []
  if (last?.key !== notice.key || last.day !== day)
    cookies.write('v1_advised', { key: notice.key, day })
  return [notice]
}

/** All possible notices, the most useful first, without those dismissed on this device. */
export function noticesFor(
  { cookies, services: { push }, device }: Pick<AppLoadContext, 'cookies' | 'services' | 'device'>,
  profile: Profile | undefined,
  polls: OpenPoll[] | undefined,
): NoticeItem[] {
  const dismissed: string[] = [...cookies.read('v1_dismissed'), ...cookies.read('v1_declined')]
  const isNew = ({ key }: NoticeItem) => !dismissed.includes(key)
  const mayOffer = ({ key }: NoticeItem) => key !== 'push' || push !== null
  const ofShopper = [...(profile ? profileNotices(profile) : []), ...surveyNotice(polls ?? [])]
  const ofDevice = deviceNotices(device.info).filter(mayOffer)
  return bindTexts([...ofShopper.filter(isNew), ...ofDevice.filter(isNew).slice(0, 1)])
}
