/** Every query parameter of our addresses; filters of products have prefixes instead. */
const OWN_NAMES = new Set(
  (
    'q sort page offset tab returnTo from to source captcha type open lat lon period kind ' +
    'sumFrom sumTo since until cut _routes index'
  ).split(' '),
)
const FILTER = /^(?:f|from|to)\./

/** Marks an address without some of its parameters, because they did not fit. */
export const CUT_PARAMETER = 'cut'

/** A path with our own query parameters and foreign ones, such as those of advertisers. */
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

/** The length of an address without foreign parameters. */
export function ownLength(url: string): number {
  const { path, own } = parted(url)
  return joined(path, own).length
}

/** The address with the first of our parameters that fit, and a mark that others were dropped. */
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
