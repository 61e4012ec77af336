/** Options of a new sandbox; lives and sizes can also change at runtime. */
export interface SandboxOptions {
  /** Milliseconds since 1970; the real clock when left out. */
  now?: () => number
  accessTokenLifeSeconds?: number
  codeLifeSeconds?: number
  captchaLifeSeconds?: number
  /** Approximate size of each token. */
  tokenBytes?: number
  /** Entries of a page; a request for more gets these, and the response says so. */
  largestPage?: number
  /** Where browsers find the pictures; the server's own address when left out. */
  imageOrigin?: string
}

/** The settings in force. */
export interface Settings {
  accessTokenLifeSeconds: number
  codeLifeSeconds: number
  captchaLifeSeconds: number
  tokenBytes: number
  largestPage: number
}

export function settingsFrom(options: SandboxOptions): Settings {
  return {
    accessTokenLifeSeconds: options.accessTokenLifeSeconds ?? 300,
    codeLifeSeconds: options.codeLifeSeconds ?? 120,
    captchaLifeSeconds: options.captchaLifeSeconds ?? 300,
    tokenBytes: options.tokenBytes ?? 1200,
    largestPage: options.largestPage ?? 50,
  }
}

const DEFAULT_IMAGE_ORIGIN = 'http://127.0.0.1:4010'

/** The origin that picture addresses begin with. */
export function getImageOrigin({ imageOrigin }: SandboxOptions): string {
  return imageOrigin ?? DEFAULT_IMAGE_ORIGIN
}
