/** The text without halves of letters (lone surrogates): no address can hold them. */
export const wholeLetters = (text: string): string => text.replace(/\p{Cs}/gu, '')
