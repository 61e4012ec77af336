/** Removes lone surrogates, which no address can contain. */
export const wholeLetters = (text: string): string => text.replace(/\p{Cs}/gu, '')
