const LONGEST = 72
const IMPERATIVES = ['Bring', 'Embed', 'Focus', 'Ring', 'Shed', 'Sing', 'String', 'Swing']
/** “Address” and “Feed” are imperatives, “adds”, “added” and “adding” are none. */
const OTHER_FORM = /(?:[^e]ed|ing|[^s]s)$/

/**
 * Faults of a commit message.
 * @param {string} message without git's comments
 * @param {{ files: number, isMerge?: boolean }} commit
 */
export function readFaults(message, { files, isMerge = false }) {
  const [subject = '', separator = '', ...body] = message.trimEnd().split('\n')
  const [first = ''] = subject.split(' ')
  const faults = []
  if (subject === '') return ['The subject is missing.']
  if ([...subject].length > LONGEST)
    faults.push(`The subject has ${[...subject].length} characters, at most ${LONGEST}.`)
  if (!/^\p{Lu}/u.test(subject)) faults.push('The subject begins with a capital letter.')
  if (OTHER_FORM.test(first) && !IMPERATIVES.includes(first))
    faults.push(`The subject begins with an imperative: “Add”, not “Added”; here “${first}”.`)
  if (subject.endsWith('.')) faults.push('The subject ends without a period.')
  if (separator !== '') faults.push('The line after the subject is empty.')
  const hasBody = body.some((line) => line.trim() && !/^[\w-]+-by: /.test(line))
  if (files > 1 && !isMerge && !hasBody)
    faults.push(`A commit of ${files} files says in its body why.`)
  return faults
}
