/** Device data (specification 3.27). */
export interface DeviceInfo {
  platformType: 'ios' | 'android' | 'desktop'
  /** `Android`, `iOS`, `Windows`; `Unknown` when the browser does not say. */
  osName: string
  /** `16.4`; empty when unknown. */
  osVersion: string
  /** `Chrome`, `Mobile Safari`, `Firefox`; `Unknown` when the browser does not say. */
  browserName: string
  /** `126.0.6478.54`; empty when unknown. */
  browserVersion: string
  /** Push works on iOS from 16.4. */
  pushSupportingIosVersion: boolean
  /** Below 15, or 15.0 exactly. */
  oldIosVersion: boolean
  mobile: boolean
  /** True when the page runs as the installed app, which the browser alone knows. */
  pwa: boolean
  /** True when this browser can install the app on the home screen. */
  pwaLinkSupported: boolean
}

/** What the installation brings: a computer gets a window, and no icon of a phone. */
export const installTitle = (device: Pick<DeviceInfo, 'mobile'> | null | undefined): string =>
  device?.mobile === false ? 'Карта в отдельном окне' : 'Карта на экране телефона'

/** What a user agent says about the device; the rest follows from it. */
type Names = Pick<DeviceInfo, 'osName' | 'osVersion' | 'browserName' | 'browserVersion'>

/** The device behind the names of a user agent. */
export function deviceInfo(names: Names, pwa = false): DeviceInfo {
  const { osName, osVersion, browserName, browserVersion } = names
  const isIos = osName === 'iOS'
  const isAndroid = osName === 'Android' || osName === 'HarmonyOS'
  const [major = 0, minor = 0] = osVersion.split('.').map(Number)
  const pushSupportingIosVersion = isIos && (major > 16 || (major === 16 && minor >= 4))
  const isSafari = browserName.endsWith('Safari')
  return {
    platformType: isIos ? 'ios' : isAndroid ? 'android' : 'desktop',
    osName,
    osVersion,
    browserName,
    browserVersion,
    pushSupportingIosVersion,
    oldIosVersion: isIos && major > 0 && (major < 15 || (major === 15 && minor === 0)),
    mobile: isIos || isAndroid,
    pwa,
    pwaLinkSupported: isIos
      ? isSafari || (pushSupportingIosVersion && /^(Chrome|Edge|Firefox|Yandex)$/.test(browserName))
      : browserName !== 'Firefox' || isAndroid,
  }
}

/** The device as its own browser knows it: the user agent of an iPad names a Mac. */
export function ownDevice(given: DeviceInfo): DeviceInfo {
  const { userAgent, maxTouchPoints } = navigator
  const isIpad = given.osName === 'Mac OS' && maxTouchPoints > 1
  const osVersion = /Version\/([\d.]+)/.exec(userAgent)?.[1] ?? ''
  return deviceInfo(isIpad ? { ...given, osName: 'iOS', osVersion } : given, isInstalled())
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
export function iosFlags(info: DeviceInfo): IosFlags | null {
  if (info.platformType !== 'ios') return null
  const wrongOs = !info.pushSupportingIosVersion
  // The user agent of an installed app names no browser.
  const wrongBrowser = !info.pwaLinkSupported && !(info.pwa && info.browserName === 'WebKit')
  const notInstalled = !info.pwa
  return wrongOs || wrongBrowser || notInstalled ? { wrongOs, wrongBrowser, notInstalled } : null
}

/** True when this page runs as the installed app. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    (navigator as { standalone?: boolean }).standalone === true
  )
}
