import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const text = read('docs/operations.md') + read('docs/reference/alerts.md')

/** The tests that run a command, each with the text that does so. */
const carriedOut: Record<string, [file: string, evidence: string]> = {
  'node build/server.js': ['tests/support/app-process.ts', "['build/server.js']"],
  'node build/server.js --check-config': [
    'tests/operations/operators-day/containers.ts',
    "command('--check-config'",
  ],
  'node build/server.js --doctor': [
    'tests/operations/operators-day/gateways.ts',
    "command('--doctor')",
  ],
  'npm run doctor -- --contract FILE': ['tests/http/contract.test.ts', "'--contract', path"],
  'npm run doctor -- --contract --phone NUMBER': [
    'tests/http/contract.test.ts',
    "'--phone', phone",
  ],
  'node build/server.js --doctor --contract FILE': [
    'tests/http/contract.test.ts',
    "'build/server.js', '--doctor', '--contract', path",
  ],
  'redis-cli --bigkeys': ['tests/operations/operators-day/redis.ts', "'--bigkeys'"],
  'CONFIG SET maxmemory': ['tests/operations/operators-day/redis.ts', "'SET', 'maxmemory'"],
  'CONFIG SET maxmemory-policy noeviction': [
    'tests/operations/operators-day/redis.ts',
    "'maxmemory-policy', 'noeviction'",
  ],
  'CONFIG RESETSTAT': ['tests/operations/operators-day/redis.ts', "'RESETSTAT'"],
  'npm run capacity -- --shoppers 20000000': [
    'tests/capacity/model.test.ts',
    "'--shoppers', '20000000'",
  ],
  'openssl rand -hex 32': ['tests/deploy/operations-commands.test.ts', "'rand', '-hex', '32'"],
  "npm run push:send -- --title 'Купон на хлеб' --text 'До пятницы' --url /coupons --gone gone.txt < tokens":
    ['tests/scripts/push-relay.test.ts', "'push-send', ['--title', 'Купон'"],
}

/** Why the suite does not run the others, with the check in place of it. */
const elsewhere: [command: RegExp, why: string][] = [
  [/^kubectl /, 'needs a cluster: kubernetes.test.ts holds the manifests against its schemas'],
  [
    /^docker /,
    'needs an engine: tests/image builds the image with buildah, compose.test.ts reads its file',
  ],
  [/^npm run [\w:]+$/, 'tests/commands/npm-scripts.test.ts runs each script, or names what does'],
]

/** Commands in shell blocks, and in running text the code that begins with a program's name. */
function commands(): string[] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    block!.split('\n').map((line) => line.replace(/\s+#.*$/, '').trim()),
  )
  const programs = /^(npm run|npx|node|kubectl|docker|redis-cli|openssl|CONFIG) /
  const inText = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, evidence]) => evidence!,
  )
  return [...new Set([...blocks.filter(Boolean), ...inText.filter((each) => programs.test(each))])]
}

test.each(commands())(
  'the documented command %s is run by a test, or has a listed reason for none',
  (command) => {
    const done = carriedOut[command]
    const why = elsewhere.find(([form]) => form.test(command))?.[1]
    expect(Boolean(done) || Boolean(why), command).toBe(true)
    if (done) expect(read(done[0]).includes(done[1]), done[0]).toBe(true)
  },
)

test('every command that this test lists is in the operations or the alerts document', () => {
  const listed = commands()
  for (const command of Object.keys(carriedOut)) expect(listed).toContain(command)
  for (const [form] of elsewhere)
    expect(
      listed.some((command) => form.test(command)),
      String(form),
    ).toBe(true)
})

test('the documented command for a secret prints 64 hexadecimal digits', () => {
  const secret = execFileSync('openssl', ['rand', '-hex', '32'], { encoding: 'utf8' }).trim()
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
})
