import { startSandbox } from '../sandbox/server'
import { startApp } from './support/app-process'
import { addressOf, screenNamed } from './support/screens'
import { createVisitor, signIn } from './support/visitor'
import { headersOf, run } from './bench/load'
import { usedMs } from './bench/process-figures'
async function main(){
const sandbox = await startSandbox({ port: 0, accessTokenLifeSeconds: 86400 })
const app = await startApp(sandbox.url, { IMAGE_ORIGINS: sandbox.url, LOG_LEVEL: 'info' })
const vs = Array.from({length:24},()=>createVisitor(app.origin)); for (const [i,x] of vs.entries()) await signIn(x, sandbox.sandbox, String(79170000000+i)); const v=vs[0]!
const out: Record<string,string> = {}
for (const k of ['today','coupons','category'] as const) {
  const path = addressOf(screenNamed(k), v)
  await v.get(path)
  const load = { origin: app.address, path, headers: vs.map(x=>headersOf(x.cookies)), connections: 4, seconds: 300 }
  await run({ ...load, pages: 600 })
  const r: number[] = []
  for (let i=0;i<4;i++){ const b=usedMs(app); await run({ ...load, pages: 200 }); r.push((usedMs(app)-b)/200) }
  const html = await (await v.get(path)).text()
  out[k] = Math.min(...r).toFixed(2)+' ms, '+(html.match(/<a /g)??[]).length+' links'
}
console.log(JSON.stringify(out))
await app.stop(); process.exit(0)
}
void main()
