import { plural } from '~/lib/numbers'
import { shownBrand, type CurrencyForms } from './shown-brand'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The names of the brand's currency («звёзды»); read them during rendering, not at import. */
export const currency: CurrencyForms & { Plural: string; Many: string } = {
  get one() {
    return shownBrand().currency.one
  },
  get few() {
    return shownBrand().currency.few
  },
  get many() {
    return shownBrand().currency.many
  },
  get plural() {
    return shownBrand().currency.plural
  },
  get dative() {
    return shownBrand().currency.dative
  },
  get instrumental() {
    return shownBrand().currency.instrumental
  },
  get prepositional() {
    return shownBrand().currency.prepositional
  },
  get Plural() {
    return capital(this.plural)
  },
  get Many() {
    return capital(this.many)
  },
}

/** The currency's form for a count: «звезда», «звезды», «звёзд». */
export const getCurrency = (count: number) =>
  plural(count, currency.one, currency.few, currency.many)

const hardToSay = /^[зсшжщ][бвгджзклмнпрстфхцчшщ]/i

/** «со звёздами», «с баллами». */
export const withCurrency = () =>
  `${hardToSay.test(currency.instrumental) ? 'со' : 'с'} ${currency.instrumental}`

/** The heading of the offers' list, and the words of links to it. */
export const offersName = () => `Задания за\u00a0${currency.plural}`
