// Deletes source maps after their upload, because the image must not contain any.
import './help.mjs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const files = await readdir('build', { recursive: true })
const maps = files.filter((file) => file.endsWith('.map'))
await Promise.all(maps.map((file) => rm(join('build', file))))
process.stdout.write(`Removed ${maps.length} source maps.\n`)
