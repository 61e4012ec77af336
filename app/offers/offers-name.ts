import { currency } from '~/lib/currency'

/** The heading of the offers' list, and the words of links to it. */
export const offersName = () => `Задания за\u00a0${currency.plural}`
