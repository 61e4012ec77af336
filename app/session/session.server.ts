import { tokenUnrenewed } from '~/gateways/gateway-error.server'
import type { Tokens } from '~/gateways/schemas/identity.server'

import type { CookieJar } from './cookies.server'
import { dropOthersCard } from './card-number-cookie.server'
import { withinPageBudget, type AskGateway, type Refresher } from './refresh.server'
import {
  codeRequestSchema,
  flashSchema,
  loyaltyCodeSchema,
  pauseSchema,
  signedInSchema,
  type CodeRequest,
  type Flash,
  type LoyaltyCode,
  type Pause,
  type PendingConsents,
  type SignedIn,
  flowStateSchema,
  type FlowState,
} from './session-schemas.server'
import { readUserHash, hashUserId } from './user-hash.server'
import { beginSession } from './tokens.server'
import type { RevokedSessions } from './revoked-sessions.server'

/** As long as the loyalty-ID code (specification 9.2). */
const CONSENTS_LIFE_MS = 3_600_000

/** The state of the sign-in flow: sealed with the code request, then with the loyalty-ID code. */
function readFlowState(jar: CookieJar): FlowState {
  const asked = jar.getSealed('v1_otp', flowStateSchema)
  const proven = jar.getSealed('v1_code', flowStateSchema)
  return {
    returnTo: asked?.returnTo ?? proven?.returnTo,
    consents: asked?.consents ?? proven?.consents,
  }
}

/** Changes the state of the sign-in flow; a current code request stays as it is. */
export function changeFlowState(jar: CookieJar, change: FlowState): void {
  storeCodeRequest(jar, jar.getSealed('v1_otp', codeRequestSchema), change)
}

/** Stores a code request, or none, with the state of the sign-in flow. */
export function storeCodeRequest(
  jar: CookieJar,
  request: CodeRequest | null,
  change: FlowState = {},
): void {
  const stored = request && { ...request, phone: `+${request.phone}` }
  jar.setSealed('v1_otp', { ...stored, ...readFlowState(jar), ...change })
}

/** Registration consents, for an hour after the registration. */
function readConsents(jar: CookieJar, now: number): PendingConsents | null {
  const { consents } = readFlowState(jar)
  return consents && consents.until > now ? consents : null
}

/** Stores registration consents until the owner's sign-in. */
function keepConsents(jar: CookieJar, consents: Omit<PendingConsents, 'until'>, now: number): void {
  changeFlowState(jar, { consents: { ...consents, until: now + CONSENTS_LIFE_MS } })
}

/** Services and data that a session uses. */
interface SessionOptions {
  revokedSessions: RevokedSessions
  refresher: Refresher
  askGateway: AskGateway
  now?: () => number
}

export type { CodeRequest, Flash, LoyaltyCode, Pause, PauseReason } from './session-schemas.server'

/** The session of one request: reads and changes its sealed cookies. */
export class Session {
  readonly #jar: CookieJar
  readonly #options: SessionOptions
  #opened: Promise<SignedIn | null> | undefined
  #refreshFailed = false
  #hasEnded = false
  #isFlashRead = false
  #isHeld = false

  constructor(jar: CookieJar, options: SessionOptions) {
    this.#jar = jar
    this.#options = options
  }

  /** True with a readable session cookie, even an expired one; needs no call. */
  get hasCookie(): boolean {
    return this.#read() !== null
  }

  /**
   * True when the session was signed out here or elsewhere, so the browser must delete its data.
   */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /**
   * User hash of the session that expired in this browser since the last sign-in; null without one.
   */
  get expired(): string | null {
    return this.hasCookie ? null : readUserHash(this.#jar.get('v1_ended'))
  }

  /** True with a session that was neither signed out nor refused by the gateway. */
  async isSignedIn(): Promise<boolean> {
    return (await this.#open()) !== null
  }

  /** User hash of the cookie's shopper, whether the session is still valid or not; null for a guest. */
  get cookieOwner(): string | null {
    const signedIn = this.#read()
    return signedIn && hashUserId(signedIn.userId)
  }

  /** The shopper's id; null for a guest. */
  async userId(): Promise<string | null> {
    return (await this.#open())?.userId ?? null
  }

  /**
   * A valid access token, refreshed when expired; null for a guest.
   * @throws GatewayError when the refresh failed temporarily: the shopper stays signed in
   */
  async accessToken(): Promise<string | null> {
    const signedIn = await this.#open()
    if (signedIn && this.#refreshFailed) throw tokenUnrenewed()
    return signedIn?.accessToken ?? null
  }

  /**
   * Pins the access token for a streamed response, which cannot set cookies later. Renews the token
   * now unless it is valid long enough, and never again during this request.
   * @param ms how long the token must be valid
   * @returns until when the token is valid, in Unix milliseconds; null for a guest
   * @throws GatewayError when the refresh failed temporarily
   */
  async pinAccessToken(ms: number): Promise<number | null> {
    const signedIn = await this.#open()
    if (signedIn && signedIn.staleAt < this.#now() + ms) this.#opened = this.#refresh(signedIn)
    this.#isHeld = (await this.accessToken()) !== null
    return (await this.#open())?.staleAt ?? null
  }

  /** Another access token after the gateway refused this one; null when the session is over. */
  async renewAccessToken(rejected: string): Promise<string | null> {
    const signedIn = await this.#open()
    if (signedIn?.accessToken === rejected && !this.#isHeld) this.#opened = this.#refresh(signedIn)
    return this.accessToken()
  }

  /** Begins a new session for the owner of these tokens and removes all data of an earlier one. */
  signIn(tokens: Tokens, userId: string): void {
    this.#opened = Promise.resolve(this.#save(beginSession(tokens, userId, this.#now())))
    this.#refreshFailed = this.#hasEnded = false
    for (const name of ['v1_otp', 'v1_code', 'v1_pause'] as const) this.#jar.deleteSealed(name)
    for (const name of ['v1_incomplete', 'v1_ended', 'v1_adult'] as const) this.#jar.delete(name)
    dropOthersCard(this.#jar, userId)
  }

  /**
   * Signs out: revokes copies of the cookie, and removes tokens and device ids (specification 4.18).
   * @param isEverywhere true to revoke every session of the shopper that began until now; an
   * expired session revokes no other
   */
  async signOut(isEverywhere = false): Promise<void> {
    const signedIn = this.#read()
    const isWithAll = isEverywhere && (await this.isSignedIn())
    if (signedIn) await this.#options.revokedSessions.revoke(signedIn, isWithAll)
    this.#forget()
    for (const name of ['v1_device', 'v1_uuid', 'v1_variants', 'v1_ksid'] as const)
      this.#jar.delete(name)
    if (isEverywhere) this.#jar.deleteSealed('v1_known')
  }

  get codeRequest(): CodeRequest | null {
    return this.#jar.getSealed('v1_otp', codeRequestSchema)
  }

  /** Starts a new code request and drops the phone that an earlier one confirmed. */
  set codeRequest(request: CodeRequest) {
    storeCodeRequest(this.#jar, request)
    this.#jar.deleteSealed('v1_code')
  }

  /** The page to open after sign-in; null without one. */
  get returnTo(): string | null {
    return readFlowState(this.#jar).returnTo ?? null
  }

  set returnTo(returnTo: string) {
    changeFlowState(this.#jar, { returnTo })
  }

  /** Registration consents that the gateway does not have yet; null after an hour. */
  get consents(): PendingConsents | null {
    return readConsents(this.#jar, this.#now())
  }

  set consents(consents: Omit<PendingConsents, 'until'>) {
    keepConsents(this.#jar, consents, this.#now())
  }

  /** Why sign-in on this device has to wait; null when it can continue. */
  get pause(): Pause | null {
    const pause = this.#jar.getSealed('v1_pause', pauseSchema)
    return pause && pause.until.getTime() > this.#now() ? pause : null
  }

  set pause({ until, reason }: Pause) {
    this.#jar.setSealed('v1_pause', { until: until.getTime(), reason })
  }

  get loyaltyCode(): LoyaltyCode | null {
    return this.#jar.getSealed('v1_code', loyaltyCodeSchema)
  }

  /** Stores the loyalty-ID code and drops the code request, which is finished. */
  set loyaltyCode(code: LoyaltyCode) {
    this.#jar.setSealed('v1_code', { ...code, ...readFlowState(this.#jar) })
    this.#jar.deleteSealed('v1_otp')
  }

  /** Drops the loyalty-ID code; the state of the sign-in flow stays. */
  dropLoyaltyCode(): void {
    changeFlowState(this.#jar, {})
    this.#jar.deleteSealed('v1_code')
  }

  /** Whether the profile is complete; null when unknown (specification 4.2). */
  get completeness(): 'valid' | 'incomplete' | null {
    const flag = this.#jar.get('v1_incomplete')
    return flag === 'valid' || flag === 'incomplete' ? flag : null
  }

  /** null: the next guard asks the gateway again. */
  set completeness(flag: 'valid' | 'incomplete' | null) {
    if (flag === null) this.#jar.delete('v1_incomplete')
    else if (flag !== this.completeness) this.#jar.set('v1_incomplete', flag)
  }

  /** Shows a notice on the next page. */
  flash(notice: Flash): void {
    this.#jar.setSealed('v1_flash', notice)
  }

  /** The notice for this page. */
  readFlash(): Flash | null {
    this.#isFlashRead = true
    return this.#jar.getSealed('v1_flash', flashSchema)
  }

  /** Drops the notice after a page has shown it; a redirect shows none. */
  endFlash(): void {
    if (this.#isFlashRead) this.#jar.deleteSealed('v1_flash')
  }

  #open(): Promise<SignedIn | null> {
    this.#opened ??= this.#openOnce()
    return this.#opened
  }

  async #openOnce(): Promise<SignedIn | null> {
    const signedIn = this.#read()
    if (!signedIn) return null
    if (await this.#options.revokedSessions.isRevoked(signedIn)) return this.#forget()
    return signedIn.staleAt > this.#now() ? signedIn : this.#refresh(signedIn)
  }

  async #refresh(signedIn: SignedIn): Promise<SignedIn | null> {
    const { refresher, askGateway } = this.#options
    const outcome = await withinPageBudget(refresher.refresh(signedIn.refreshToken, askGateway))
    if (outcome.kind === 'renewed') {
      // A sign-out in another tab during the refresh must stay effective.
      if (await this.#options.revokedSessions.isRevoked(signedIn)) return this.#forget()
      return this.#save({ ...signedIn, ...outcome.pair })
    }
    if (outcome.kind === 'rejected') return this.#forget(hashUserId(signedIn.userId))
    this.#refreshFailed = true
    return signedIn
  }

  #read(): SignedIn | null {
    return this.#jar.getSealed('v1_jwt', signedInSchema)
  }

  #save(signedIn: SignedIn): SignedIn {
    this.#jar.setSealed('v1_jwt', signedIn)
    return signedIn
  }

  #forget(expired?: string): null {
    for (const name of ['v1_jwt', 'v1_code', 'v1_otp', 'v1_pause', 'v1_card'] as const)
      this.#jar.deleteSealed(name)
    for (const name of ['v1_incomplete', 'v1_adult'] as const) this.#jar.delete(name)
    this.#opened = Promise.resolve(null)
    if (expired) this.#jar.set('v1_ended', expired)
    else this.#jar.delete('v1_ended')
    this.#hasEnded = !expired
    return null
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }
}
