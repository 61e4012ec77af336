/**
 * Removes personal data from a path. In each part it keeps small letters, digits and `._-`, at most
 * 40 characters and never four digits in a row. Any other part becomes `:value`.
 * @param pathname without a query
 */
export function anonymousPath(pathname: string): string {
  return pathname
    .split('/')
    .slice(0, 13)
    .map((part) => (/^(?!.*\d{4})[a-z0-9._-]{0,40}$/.test(part) ? part : ':value'))
    .join('/')
}
