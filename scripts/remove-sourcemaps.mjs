// What is shipped holds no source maps: run after they were uploaded, before the image is made.
import './help.mjs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const files = await readdir('build', { recursive: true })
const maps = files.filter((file) => file.endsWith('.map'))
await Promise.all(maps.map((file) => rm(join('build', file))))
process.stdout.write(`Removed ${maps.length} source maps.\n`)
