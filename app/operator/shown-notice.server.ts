import type { AppLoadContext } from '@remix-run/node'

import type { CookieJar } from '~/session/cookies.server'
import type { SiteNoticeData } from '~/ui/site'

import type { OperatorNotice } from './operator-files.server'

/** There is one notice at a time, so the newest dismissals are enough. */
const MAX_REMEMBERED = 8

/** The operator's notice for this visitor. */
export class ShownNotice {
  readonly #jar: CookieJar
  readonly #notice: OperatorNotice | null
  readonly #isShopper: boolean

  constructor({
    cookies,
    operator,
    session,
  }: Pick<AppLoadContext, 'cookies' | 'operator' | 'session'>) {
    this.#jar = cookies
    this.#notice = operator.notice
    this.#isShopper = session.hasCookie
  }

  /**
   * The notice to show. Null when there is none, it addresses other visitors, or it was dismissed on this
   * device.
   */
  get shown(): SiteNoticeData | null {
    const notice = this.#notice
    if (!notice || this.#dismissed().includes(notice.id)) return null
    const { audience, id, kind, text, link, linkText } = notice
    if (audience !== 'everybody' && (audience === 'shoppers') !== this.#isShopper) return null
    return { id, kind, text, ...(link && { link, linkText }) }
  }

  /** Hides a notice on this device for good. */
  dismiss(id: string): void {
    const others = this.#dismissed().filter((each) => each !== id)
    this.#jar.set('v1_notice', [...others, id].slice(-MAX_REMEMBERED).join('.'))
  }

  #dismissed(): string[] {
    return (this.#jar.get('v1_notice') ?? '').split('.').filter((id) => /^[\w-]{10}$/.test(id))
  }
}
