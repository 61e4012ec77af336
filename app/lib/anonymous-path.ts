/**
 * A path without what somebody may have typed, or who they are: of each part small letters, digits and
 * `._-` stay, 40 at most and no four digits in a row; anything else is `:value`.
 * @param pathname without a query
 */
export function anonymousPath(pathname: string): string {
  return pathname
    .split('/')
    .slice(0, 13)
    .map((part) => (/^(?!.*\d{4})[a-z0-9._-]{0,40}$/.test(part) ? part : ':value'))
    .join('/')
}
