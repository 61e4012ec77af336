// Imported first by every command: `--help` prints the comment at the beginning of its file and exits.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** The comment at the beginning of the started file. */
export function readHelp() {
  const lines = readFileSync(process.argv[1] ?? '', 'utf8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return `${lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n')}\n`
}

const given = process.argv.slice(2)
if (given.includes('--help') || given.includes('-h')) {
  process.stdout.write(readHelp())
  process.exit(0)
}

/**
 * The options of a command; an unknown option, or one without its value, prints the help and exits. @template
 * {import('node:util').ParseArgsConfig['options'] & {}} Options
 * @param {Options} options
 */
export function readOptions(options) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error ? error.message : String(error)}\n\n${readHelp()}`,
    )
    return process.exit(2)
  }
}
