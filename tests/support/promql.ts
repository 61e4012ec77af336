/** Metrics of a Prometheus query, with the labels that it uses of each. */
export interface Query {
  metrics: string[]
  labels: string[]
}

const KEYWORDS =
  /^(and|or|unless|on|ignoring|group_left|group_right|bool|offset|by|without|inf|nan)$/i
const LABEL_LIST = /\b(by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/gi

/** Reads names: whatever is no function, keyword or label is a metric. */
export function readQuery(expression: string): Query {
  const labels: string[] = []
  const rest = expression
    .replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g, '""')
    .replace(/\{([^}]*)\}/g, (_, matchers: string) => {
      labels.push(...[...matchers.matchAll(/(\w+)\s*(=~|!~|!=|=)/g)].map(([, label]) => label!))
      return ' '
    })
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(LABEL_LIST, (_, _word, list: string) => {
      labels.push(
        ...list
          .split(',')
          .map((label) => label.trim())
          .filter(Boolean),
      )
      return ' '
    })
  const names = [...rest.matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)(\s*\()?/g)]
  return {
    metrics: names
      .filter(([, name, call]) => !call && !KEYWORDS.test(name!))
      .map(([, name]) => name!),
    labels: [...new Set(labels)],
  }
}
