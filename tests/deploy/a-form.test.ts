import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

/** A document's code is indented as a document's. */
const withoutIndents = (code: string) => code.replace(/^ +/gm, '')

const quotations = [
  ...readFileSync('docs/a-form.md', 'utf8').matchAll(/^```tsx? quoted (\S+)\n([\s\S]*?)^```$/gm),
].map(([, path = '', text = '']) => ({ path, text }))

test('the page on the phone form quotes what stands in the files', () => {
  expect(quotations.length).toBeGreaterThan(5)
  for (const { path, text } of quotations)
    expect(withoutIndents(readFileSync(path, 'utf8'))).toContain(withoutIndents(text))
})
