import { expect, test } from 'vitest'

import { runQuietly } from './quietly'

const say = (code: number) =>
  runQuietly(process.execPath, [
    '-e',
    `console.log('one'); console.error('two'); process.exit(${code})`,
  ])

test('what a command writes is told when it fails, whole', async () => {
  await expect(say(0)).resolves.toBeUndefined()
  await expect(say(3)).rejects.toThrow(/one[^]*two|two[^]*one/)
})

test('a command that cannot be started is an error, too', async () => {
  await expect(runQuietly('no-such-command', [])).rejects.toThrow('ENOENT')
})
