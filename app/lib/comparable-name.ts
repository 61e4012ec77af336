/** Normalises a name for comparison: small letters, «ё» as «е», single spaces. */
export function comparableName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
}
