/** @typedef {{ words: Record<string, string>, names: Record<string, string>, allowed?: string[] }} PrivateWords */

/** @param {string} name */
const partsOf = (name) =>
  name
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z]+/)

/**
 * Refuses private words in identifiers and comments; code in a comment, between backticks, is skipped.
 * @type {import('eslint').Rule.RuleModule}
 */
export const plainWords = {
  meta: {
    type: 'suggestion',
    messages: {
      plain: 'Write “{{term}}” instead of “{{word}}”: the list is scripts/lint/private-words.mjs.',
    },
    schema: [{ type: 'object' }],
  },
  create(context) {
    /** @type {PrivateWords} */
    const { words, names, allowed = [] } = context.options[0]
    const termOf = new Map(Object.entries(words))
    const termOfName = new Map(Object.entries(names))
    /** @param {import('estree').Node & { name: string }} node */
    function checkName(node) {
      if (allowed.includes(node.name)) return
      const word = termOfName.has(node.name)
        ? node.name
        : partsOf(node.name).find((part) => termOf.has(part))
      const term = word && (termOfName.get(word) ?? termOf.get(word))
      if (term) context.report({ node, messageId: 'plain', data: { word, term } })
    }
    return {
      Identifier: (node) => checkName(node),
      PrivateIdentifier: (node) => checkName(node),
      JSXIdentifier: checkName,
      Program() {
        for (const { loc, value } of context.sourceCode.getAllComments())
          for (const [word] of value.replace(/`[^`]*`/g, '').matchAll(/[\w-]+/g)) {
            const term = termOf.get(word.toLowerCase())
            if (term && loc) context.report({ loc, messageId: 'plain', data: { word, term } })
          }
      },
    }
  },
}
