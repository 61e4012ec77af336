import { expect, test } from 'vitest'
import { type Kind, readDocument } from './readability'

const kindsOf = async (text: string): Promise<Kind[]> =>
  (await readDocument(text, 'page.md')).findings.map(({ kind }) => kind)

test.each([
  'Of all that the server does, this is the slowest.',
  'What comes with anything but a POST is ignored.',
  'Whoever operates the site reads the log.',
  'Nobody reads this page twice.',
  'There is a limit for each address.',
  'It is the gateway that answers first.',
])('finds an opening without a subject in %j', async (text) => {
  expect(await kindsOf(text)).toContain('opening')
})

test.each([
  'What does the server log?',
  'The server ignores bodies of other methods than POST.',
  'Whole pages fit in one packet.',
  '```\nWhat this comment says is ignored.\n```',
  '| What a table says is |\n| --- |\n| ignored |',
])('finds no problem in %j', async (text) => {
  expect(await kindsOf(text)).toEqual([])
})

test('finds a passive sentence', async () => {
  expect(await kindsOf('The request is refused by the server.')).toEqual(['passive'])
})

test('finds a sentence of 31 words and accepts 30', async () => {
  const sentence = (count: number) => `${'word '.repeat(count - 1)}end.`
  expect(await kindsOf(sentence(31))).toEqual(['long'])
  expect(await kindsOf(sentence(30))).toEqual([])
})

test('counts a piece of code as one word and a link by its text', async () => {
  const text =
    'Run `npm run lint -- --fix` and read [the guide](docs/guide.md) once.\n\nThe log has four words.'
  expect((await readDocument(text, 'page.md')).figures).toMatchObject({ average: 6 })
})
