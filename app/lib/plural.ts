import { remembered } from './remembered'

const rules = new Intl.PluralRules('ru')
const ruleOf = remembered(1000, (count: number) => rules.select(count))

/** The form of a Russian noun that goes with a count: 1 звезда, 2 звезды, 5 звёзд, 1,5 звезды. */
export function plural(count: number, one: string, few: string, many: string): string {
  switch (ruleOf(count)) {
    case 'one':
      return one
    case 'many':
      return many
    default:
      return few
  }
}
