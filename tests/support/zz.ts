import { hearAll } from './hear'
import { speechRules } from './speech-rules'
const heard = await hearAll()
for (const [n, rule] of Object.entries(speechRules)) {
  const f = new Map<string, string[]>()
  for (const h of heard)
    for (const x of new Set(rule(h.utterances))) f.set(x, [...(f.get(x) ?? []), h.name])
  console.log(`\n## ${n} ${f.size}`)
  for (const [x, names] of [...f].slice(0, 60))
    console.log(x.slice(0, 220), '—', names.slice(0, 3).join(', '))
}
