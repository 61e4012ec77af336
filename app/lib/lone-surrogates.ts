/** Removes lone surrogates, which no address can contain. */
export const removeLoneSurrogates = (text: string): string => text.replace(/\p{Cs}/gu, '')
