/**
 * A path without what somebody may have typed, or who they are: long numbers, all but small letters,
 * and whatever is longer than addresses are.
 * @param pathname without a query
 */
export function anonymousPath(pathname: string): string {
  return pathname
    .split('/')
    .slice(0, 13)
    .map((part) => (/^(?!.*\d{4})[a-z0-9._-]{0,40}$/.test(part) ? part : ':value'))
    .join('/')
}
