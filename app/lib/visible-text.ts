/** Controls and marks that turn the direction of writing: what is typed needs none of them. */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** What is seen of a text: a space for what is not. */
export const visibleText = (text: string): string => text.replace(invisible, ' ')
