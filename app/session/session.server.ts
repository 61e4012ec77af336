import { randomUUID } from 'node:crypto'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { Tokens } from '~/gateways/shapes/identity.server'

import type { CookieJar } from './cookies.server'
import type { Denials } from './denials.server'
import { soonEnough, type AskGateway, type Refresher } from './refresh.server'
import {
  codeRequestShape,
  destinationShape,
  flashShape,
  loyaltyCodeShape,
  pauseShape,
  signedInShape,
  type CodeRequest,
  type Flash,
  type LoyaltyCode,
  type Pause,
  type SignedIn,
} from './session-shapes.server'
import { datePair } from './tokens.server'

export type { CodeRequest, Flash, LoyaltyCode, Pause } from './session-shapes.server'

export interface SessionOptions {
  denials: Denials
  refresher: Refresher
  askGateway: AskGateway
  now?: () => number
}

/** Who is asking: everything that the sealed cookies of one request say, and how to change it. */
export class Session {
  readonly #jar: CookieJar
  readonly #options: SessionOptions
  #opened: Promise<SignedIn | null> | undefined
  #refreshFailed = false
  #hasEnded = false

  constructor(jar: CookieJar, options: SessionOptions) {
    this.#jar = jar
    this.#options = options
  }

  /** True with a readable session cookie, whether or not it is still good: nobody is asked. */
  get hasCookie(): boolean {
    return this.#read() !== null
  }

  /**
   * True when this request ended the session: by signing out, by a 401 to its refresh, or because it
   * was signed out elsewhere. `server.ts` then has the browser forget the shopper; what merely fails
   * ends nothing.
   */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** True with a session that was neither signed out nor refused by the gateway. */
  async isSignedIn(): Promise<boolean> {
    return (await this.#open()) !== null
  }

  /** The shopper's id, null for a guest. */
  async userId(): Promise<string | null> {
    return (await this.#open())?.userId ?? null
  }

  /**
   * A live access token, refreshed first when it has run out; null for a guest.
   * @throws GatewayError when the refresh failed for now: the shopper stays signed in
   */
  async accessToken(): Promise<string | null> {
    const signedIn = await this.#open()
    if (signedIn && this.#refreshFailed)
      throw new GatewayError({ kind: 'network', endpoint: 'POST /v1/auth/token/refresh' })
    return signedIn?.accessToken ?? null
  }

  /** Another access token after the gateway refused this one; null when the session is over. */
  async renewAccessToken(rejected: string): Promise<string | null> {
    const signedIn = await this.#open()
    if (signedIn?.accessToken === rejected) {
      this.#opened = this.#refresh(signedIn)
    }
    return this.accessToken()
  }

  /** Begins a new session for the owner of these tokens; nothing of an earlier one survives. */
  signIn(tokens: Tokens, userId: string): void {
    const pair = datePair(tokens, this.#now())
    this.#opened = Promise.resolve(this.#save({ ...pair, userId, sessionId: randomUUID() }))
    this.#refreshFailed = false
    this.#hasEnded = false
    this.codeRequest = null
    this.loyaltyCode = null
    this.#jar.delete('v1_incomplete')
    this.#jar.deleteSealed('v1_pause')
  }

  /**
   * Signs out: copies of the cookie are dead from now on, and with the tokens go the device's ids
   * (section 4).
   */
  async signOut(): Promise<void> {
    const signedIn = this.#read()
    if (signedIn) await this.#options.denials.deny(signedIn.sessionId)
    this.#forget()
    for (const name of ['v1_device', 'v1_uuid', 'v1_variants', 'v1_ksid'] as const)
      this.#jar.delete(name)
  }

  get codeRequest(): CodeRequest | null {
    return this.#jar.getSealed('v1_otp', codeRequestShape)
  }

  set codeRequest(request: CodeRequest | null) {
    if (request) this.#jar.setSealed('v1_otp', { ...request, returnTo: this.returnTo })
    else this.#jar.deleteSealed('v1_otp')
  }

  /**
   * Where signing in leads, from its first form to its last: sealed with the code request, then
   * with the loyalty-ID code. Null: nowhere in particular.
   */
  get returnTo(): string | null {
    const asked = this.#jar.getSealed('v1_otp', destinationShape)?.returnTo
    return asked ?? this.#jar.getSealed('v1_code', destinationShape)?.returnTo ?? null
  }

  set returnTo(returnTo: string) {
    this.#jar.setSealed('v1_otp', { ...this.codeRequest, returnTo })
  }

  /** Why signing in has to wait on this device; null when it has not. */
  get pause(): Pause | null {
    const pause = this.#jar.getSealed('v1_pause', pauseShape)
    return pause && pause.until.getTime() > this.#now() ? pause : null
  }

  set pause({ until, isForAll }: Pause) {
    this.#jar.setSealed('v1_pause', { until: until.getTime(), isForAll })
  }

  get loyaltyCode(): LoyaltyCode | null {
    return this.#jar.getSealed('v1_code', loyaltyCodeShape)
  }

  set loyaltyCode(code: LoyaltyCode | null) {
    if (code) this.#jar.setSealed('v1_code', { ...code, returnTo: this.returnTo })
    else this.#jar.deleteSealed('v1_code')
  }

  /** Whether the profile is known to be complete; null when it was not asked yet (section 4). */
  get completeness(): 'valid' | 'incomplete' | null {
    const flag = this.#jar.get('v1_incomplete')
    return flag === 'valid' || flag === 'incomplete' ? flag : null
  }

  set completeness(flag: 'valid' | 'incomplete') {
    if (flag !== this.completeness) this.#jar.set('v1_incomplete', flag)
  }

  /** Shows a notice on the next page. */
  flash(notice: Flash): void {
    this.#jar.setSealed('v1_flash', notice)
  }

  /** The notice that was left for this page; asked once, then gone. */
  takeFlash(): Flash | null {
    const notice = this.#jar.getSealed('v1_flash', flashShape)
    if (notice) this.#jar.deleteSealed('v1_flash')
    return notice
  }

  #open(): Promise<SignedIn | null> {
    this.#opened ??= this.#openOnce()
    return this.#opened
  }

  async #openOnce(): Promise<SignedIn | null> {
    const signedIn = this.#read()
    if (!signedIn) return null
    if (await this.#options.denials.isDenied(signedIn.sessionId)) {
      this.#forget()
      return null
    }
    return signedIn.staleAt > this.#now() ? signedIn : this.#refresh(signedIn)
  }

  async #refresh(signedIn: SignedIn): Promise<SignedIn | null> {
    const { refresher, askGateway } = this.#options
    const outcome = await soonEnough(refresher.refresh(signedIn.refreshToken, askGateway))
    if (outcome.kind === 'renewed') {
      // A sign-out in another tab while the refresh was under way must hold.
      if (await this.#options.denials.isDenied(signedIn.sessionId)) return this.#forget()
      return this.#save({ ...signedIn, ...outcome.pair })
    }
    if (outcome.kind === 'rejected') return this.#forget()
    this.#refreshFailed = true
    return signedIn
  }

  #read(): SignedIn | null {
    return this.#jar.getSealed('v1_jwt', signedInShape)
  }

  #save(signedIn: SignedIn): SignedIn {
    this.#jar.setSealed('v1_jwt', signedIn)
    return signedIn
  }

  #forget(): null {
    for (const name of ['v1_jwt', 'v1_code', 'v1_otp', 'v1_pause'] as const)
      this.#jar.deleteSealed(name)
    this.#jar.delete('v1_incomplete')
    this.#opened = Promise.resolve(null)
    this.#hasEnded = true
    return null
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }
}
