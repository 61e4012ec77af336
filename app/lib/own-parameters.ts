/** Every name that an address of ours may have in its query; the filters of goods name themselves. */
const OWN_NAMES = new Set(
  (
    'q sort page offset tab returnTo from to source captcha type open lat lon period kind ' +
    'sumFrom sumTo since until cut _routes index'
  ).split(' '),
)
const FILTER = /^(?:f|from|to)\./

/** Says that not all that was asked for had room in the address. */
export const CUT_PARAMETER = 'cut'

/** Path, query of our own parameters, and that of others (advertisers count their clicks by them). */
interface PartedAddress {
  path: string
  own: string[]
  others: string[]
}

function isOwn(parameter: string): boolean {
  const [name = ''] = parameter.split('=', 1)
  return OWN_NAMES.has(name) || FILTER.test(name)
}

function parted(url: string): PartedAddress {
  const at = url.indexOf('?')
  if (at < 0) return { path: url, own: [], others: [] }
  const parameters = url.slice(at + 1).split('&')
  return {
    path: url.slice(0, at),
    own: parameters.filter(isOwn),
    others: parameters.filter((parameter) => !isOwn(parameter)),
  }
}

const joined = (path: string, parameters: string[]) =>
  parameters.length > 0 ? `${path}?${parameters.join('&')}` : path

/** How long an address is without what only others put there. */
export function ownLength(url: string): number {
  const { path, own } = parted(url)
  return joined(path, own).length
}

/** The address with as many of our parameters as fit, from its beginning, and a word that some did not. */
export function shortenAddress(url: string, most: number): string {
  const { path, own } = parted(url)
  const mark = `${CUT_PARAMETER}=1`
  const fitting: string[] = []
  let length = path.length + 1 + mark.length
  for (const parameter of own) {
    length += parameter.length + 1
    if (length > most) break
    fitting.push(parameter)
  }
  return joined(path, [...fitting, mark])
}
