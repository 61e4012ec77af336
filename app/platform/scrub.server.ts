const LONGEST = 1000

/** Digits in a row as in phones, codes, cards; tokens; addresses of people; addresses of pages. */
const personal =
  /\+?\d[\d\s()+-]{3,}\d|eyJ[\w-]+(\.[\w-]+)*|[\w.+-]{1,64}@[\w-]+(\.[\w-]+)+|https?:\/\/\S+/g

/** A text without what could name or let in a person. */
export function scrub(text: string): string {
  return text.slice(0, LONGEST).replace(personal, '…')
}
