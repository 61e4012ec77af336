import type { PauseReason } from '~/session/session.server'
import { currency } from '~/lib/currency'

interface PauseText {
  /** @param after the end of the pause, «после 12:40» */
  lead(after: string): string
  text: string
  /** True when another number would help. */
  canChangeNumber: boolean
}

/** Texts for each kind of limit. */
export const pauseTexts: Record<PauseReason, PauseText> = {
  sent: {
    lead: (after) =>
      `Код на этот номер только что отправили. Новый можно запросить через минуту — ${after}.`,
    text: 'СМС иногда идёт минуту-другую. Если код придёт, его можно будет ввести.',
    canChangeNumber: true,
  },
  texts: {
    lead: (after) =>
      `На этот номер уже отправили несколько кодов подряд. Новый можно запросить ${after}.`,
    text: 'Так мы не даём посторонним беспокоить вас сообщениями. С картой ничего не случилось.',
    canChangeNumber: true,
  },
  codes: {
    lead: (after) => `Неверный код вводили слишком много раз. Попробуйте снова ${after}.`,
    text: 'Так мы не даём посторонним подобрать код к вашему номеру. С картой ничего не случилось.',
    canChangeNumber: true,
  },
  device: {
    lead: (after) => `С этого устройства просили слишком много кодов. Попробуйте снова ${after}.`,
    text: 'Другой номер сейчас не поможет: считаются все коды, которые просили отсюда.',
    canChangeNumber: false,
  },
  network: {
    lead: (after) => `Из вашей сети входят слишком часто. Попробуйте снова ${after}.`,
    text: 'Сетью могут пользоваться и другие люди. Быстрее поможет другая сеть: например, мобильный интернет вместо Wi-Fi.',
    canChangeNumber: false,
  },
  shop: {
    lead: (after) =>
      `Сейчас входит очень много покупателей, и СМС с кодами на время закончились. Попробуйте снова ${after}.`,
    get text() {
      return `Дело не в вас и не в вашем номере. С картой и ${currency.instrumental} ничего не случилось.`
    },
    canChangeNumber: false,
  },
}

/** The heading, also used as the page's title. */
export function pauseTitle(reason: PauseReason): string {
  return reason === 'shop' ? 'Коды отправим чуть позже' : 'Нужна пауза'
}
