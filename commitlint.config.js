/** “Address” and “Feed” are imperatives, “adds”, “added” and “adding” are none. */
const OTHER_FORM = /(?:[^e]ed|ing|[^s]s)$/
const IMPERATIVES = ['Bring', 'Embed', 'Focus', 'Ring', 'Shed', 'Sing', 'String', 'Swing']

/**
 * A subject without a type: an imperative of at most 72 characters.
 * @type {import('@commitlint/types').UserConfig}
 */
export default {
  parserPreset: { parserOpts: { headerPattern: /^(.*)$/, headerCorrespondence: ['subject'] } },
  rules: {
    'header-max-length': [2, 'always', 72],
    'subject-empty': [2, 'never'],
    'subject-full-stop': [2, 'never', '.'],
    'body-leading-blank': [2, 'always'],
    imperative: [2, 'always'],
  },
  plugins: [
    {
      rules: {
        imperative({ header }) {
          const [first = ''] = (header ?? '').split(' ')
          const isOther = OTHER_FORM.test(first) && !IMPERATIVES.includes(first)
          return [
            /^\p{Lu}/u.test(first) && !isOther,
            `The subject begins with an imperative in a capital letter: “Add”, not “${first}”.`,
          ]
        },
      },
    },
  ],
}
