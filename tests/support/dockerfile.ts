import { readFileSync } from 'node:fs'

/** `COPY --from=build /app/build ./build` is `{ keyword: 'COPY', args: ['--from=build', …] }`. */
export interface Instruction {
  keyword: string
  /** The text after the keyword. */
  text: string
  args: string[]
}

export interface Stage {
  name: string
  /** An image without the optional digest, or the name of an earlier stage. */
  from: string
  instructions: Instruction[]
}

/** The stages of a Dockerfile in order; supports the syntax of this project, without heredocs. */
export function readStages(path: string): Stage[] {
  const stages: Stage[] = []
  const lines = readFileSync(path, 'utf8')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
  for (const line of lines.map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const [keyword = '', ...args] = line.split(/\s+/)
    if (keyword === 'FROM')
      stages.push({
        from: args[0]!.replace(/\$\{[^}]+\}/g, ''),
        name: args[2] ?? '',
        instructions: [],
      })
    // An ARG before the first stage belongs to its image.
    else if (stages.length > 0)
      stages.at(-1)!.instructions.push({ keyword, text: line.slice(keyword.length).trim(), args })
  }
  return stages
}

/** A stage after all stages that it builds on, innermost first. */
export function getLineage(stages: readonly Stage[], name: string): Stage[] {
  const stage = stages.find((each) => each.name === name)
  return stage ? [...getLineage(stages, stage.from), stage] : []
}

/** The instructions of one kind that apply to a stage, inherited ones first. */
export function getInstructions(stages: readonly Stage[], name: string, keyword: string) {
  return getLineage(stages, name)
    .flatMap(({ instructions }) => instructions)
    .filter((instruction) => instruction.keyword === keyword)
}

/** `NAME=value` of ENV; a value with spaces stands in quotes. */
export function getEnvironment(stages: readonly Stage[], name: string): Record<string, string> {
  const pairs = getInstructions(stages, name, 'ENV').flatMap(({ text }) => [
    ...text.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g),
  ])
  return Object.fromEntries(pairs.map(([, key, quoted, plain]) => [key, quoted ?? plain]))
}

/** The command of the exec form: `CMD ["node", "build/server.js"]`. */
export function getCommand(stages: readonly Stage[], name: string, keyword = 'CMD'): string[] {
  const text = getInstructions(stages, name, keyword).at(-1)?.text ?? ''
  return JSON.parse(text.slice(text.indexOf('['))) as string[]
}
