// Screens side by side in three engines: `npm run engine-sheet`, then open the file it names. What differs
// from Chromium by more than one per cent of a block is named in differences.txt beside it.
// Set SCREENS=today,card or LOOKS=light,dark or WIDTHS=448,1280 to draw only some.
import './help.mjs'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { startSandbox } from '../sandbox/server'
import { startApp } from '../tests/support/app-process'
import { addressOf, createViewers, screens } from '../tests/support/screens'
import { looks, openCamera, type Look } from './cameras'
import { compareShots, type Shot } from './compare-blocks'

const DAY_SECONDS = 86_400
const engines = ['chromium', 'firefox', 'webkit']
const listOf = (variable: string) => process.env[variable]?.split(',')
const wantedScreens = listOf('SCREENS')
const wantedLooks = listOf('LOOKS') ?? looks
const widths = (listOf('WIDTHS') ?? ['320', '390', '448', '768', '1280', '1920']).map(Number)
const shown = screens.filter(
  ({ name, seenBy }) => !seenBy && (!wantedScreens || wantedScreens.includes(name)),
)
const folder = 'test-results/engine-sheet'
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const sandbox = await startSandbox({ port: 0, accessTokenLifeSeconds: DAY_SECONDS })
const app = await startApp(sandbox.url)
const shopper = await createViewers(app.origin, sandbox)('regular')
const cookies: [string, string][] = [...shopper.cookies, ['v1_consent', 'refused']]
const rows: string[] = []
const differences: string[] = []

for (const look of looks.filter((each) => wantedLooks.includes(each))) await compareIn(look)

writeFileSync(join(folder, 'differences.txt'), differences.join('\n'))
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Three engines</title>
<style>body { font: .875rem system-ui; background: #888 } td { vertical-align: top } img { max-width: 30vw }</style>
<table><tr>${engines.map((name) => `<th>${name}</th>`).join('')}</tr>${rows.join('\n')}</table>`,
)
await app.stop()
await sandbox.close()
console.log(`${differences.length} blocks differ. Open ${folder}/index.html`)

async function compareIn(look: Look): Promise<void> {
  const shots = new Map<string, Shot>()
  // One engine at a time: each uses a processor.
  for (const engine of engines) {
    const camera = await openCamera(engine, look, app.origin, cookies)
    if (!camera) continue
    for (const screen of shown)
      for (const width of widths.filter((each) => each >= camera.leastWidth)) {
        const name = `${screen.name}, ${look}, ${width}`
        const shot = await camera.shoot(app.origin + addressOf(screen, shopper), width)
        writeFileSync(join(folder, fileOf(name, engine)), shot.png)
        shots.set(`${name} ${engine}`, shot)
      }
    await camera.close()
    console.log(`${engine}, ${look}`)
  }
  for (const screen of shown) for (const width of widths) tell(`${screen.name}, ${look}, ${width}`)

  function tell(name: string): void {
    const reference = shots.get(`${name} chromium`)
    rows.push(
      `<tr><th colspan="3">${name}</th></tr><tr>${engines.map((each) => cell(name, each)).join('')}</tr>`,
    )
    for (const engine of engines.slice(1)) {
      const shot = shots.get(`${name} ${engine}`)
      if (!reference || !shot) continue
      for (const { block, percent, wider, taller } of compareShots(reference, shot))
        differences.push(
          `${percent.toFixed(1).padStart(5)} %  ${engine}: ${name}: ${block} (wider by ${wider}, taller by ${taller})`,
        )
    }
  }

  function cell(name: string, engine: string): string {
    return shots.has(`${name} ${engine}`)
      ? `<td><img src="${fileOf(name, engine)}" alt=""></td>`
      : '<td></td>'
  }
}

function fileOf(name: string, engine: string): string {
  return `${name} ${engine}.png`.replace(/[^\w.]+/g, '-')
}
