/** Device data from the user agent (specification 3.27). */
export interface DeviceInfo {
  platformType: 'ios' | 'android' | 'desktop'
  /** Major and minor version, as in 16.4; null when unknown. */
  osVersion: number | null
  browserName: 'safari' | 'chrome' | 'edge' | 'firefox' | 'yandex' | 'samsung' | 'other'
  /** Push works on iOS from 16.4. */
  pushSupportingIosVersion: boolean
  /** Below 15, or 15.0 exactly. */
  oldIosVersion: boolean
  mobile: boolean
  /** True when this browser can install the app on the home screen. */
  pwaLinkSupported: boolean
}

const FIRST_IOS_WITH_PUSH = [16, 4] as const

const browsers: [DeviceInfo['browserName'], RegExp][] = [
  ['yandex', /YaBrowser|YaApp_/],
  ['edge', /Edg(A|iOS)?\//],
  ['firefox', /Firefox|FxiOS/],
  ['samsung', /SamsungBrowser/],
  ['chrome', /Chrome|CriOS/],
  ['safari', /Version\/\d.*Safari/],
]

/**
 * Parses a user agent.
 * @param touchPoints distinguishes an iPad, which calls itself a Mac, from a Mac
 */
export function deviceInfo(userAgent: string, touchPoints = 0): DeviceInfo {
  const isIpad = /Macintosh/.test(userAgent) && touchPoints > 1
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || isIpad
  const isAndroid = /Android/.test(userAgent)
  const pattern = isIos ? /(?:OS |Version\/)(\d+)[._](\d+)/ : /Android (\d+)(?:\.(\d+))?/
  const [, major = '', minor = '0'] = pattern.exec(userAgent) ?? []
  const version = major ? [Number(major), Number(minor)] : null
  const osVersion = version && Number(version.join('.'))
  const browserName = browsers.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'other'
  const pushSupportingIosVersion = isIos && version !== null && isAtLeast(version)
  return {
    platformType: isIos ? 'ios' : isAndroid ? 'android' : 'desktop',
    osVersion,
    browserName,
    pushSupportingIosVersion,
    oldIosVersion: isIos && osVersion !== null && osVersion <= 15,
    mobile: isIos || isAndroid,
    pwaLinkSupported: isIos
      ? browserName === 'safari' || (pushSupportingIosVersion && browserName !== 'other')
      : browserName !== 'firefox' || isAndroid,
  }
}

function isAtLeast(version: number[]): boolean {
  const [major, minor] = FIRST_IOS_WITH_PUSH
  return version[0]! > major || (version[0] === major && version[1]! >= minor)
}

/** The reasons why an iPhone cannot receive pushes yet. */
export interface IosFlags {
  wrongOs: boolean
  wrongBrowser: boolean
  notInstalled: boolean
}

/**
 * The flags of an iPhone or iPad; null for other devices and when no reason applies. Since iOS 16.4
 * every browser can install; before only Safari could.
 */
export function iosFlags(info: DeviceInfo, isInstalled: boolean): IosFlags | null {
  if (info.platformType !== 'ios') return null
  const wrongOs = !info.pushSupportingIosVersion
  // The user agent of an installed app names no browser.
  const wrongBrowser = !info.pwaLinkSupported && !(isInstalled && info.browserName === 'other')
  const notInstalled = !isInstalled
  return wrongOs || wrongBrowser || notInstalled ? { wrongOs, wrongBrowser, notInstalled } : null
}

/** True when this page runs as the installed app. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    (navigator as { standalone?: boolean }).standalone === true
  )
}
