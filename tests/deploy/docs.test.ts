import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseEnv as parseSettings } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { parseEnv } from '../../app/platform/parse-env.server'
import { production } from '../../app/platform/settings.server'
import { personas } from '../../sandbox/personas'
import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { generateDocs } from '../../scripts/generate-docs'
import { getProblems } from '../support/openapi'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true })
    .map((path) => join('docs', String(path)))
    .filter((path) => path.endsWith('.md')),
]
const { scripts, browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
  browserslist: string[]
}

/** Lines of shell code blocks, without comments. */
function shellLines(text: string): string[] {
  return [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)]
    .flatMap(([, block]) => block!.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter(Boolean)
}

const commands = documents.flatMap((path) =>
  shellLines(readFileSync(path, 'utf8')).flatMap((line) =>
    line.split(' && ').map((command) => [path, command] as const),
  ),
)

/** Programs that the machine need not have: only their arguments are checked. */
const ELSEWHERE = ['docker', 'kubectl']

describe('the documents', () => {
  test('are up to date where they are generated', async () => {
    const stale = Object.entries(await generateDocs()).filter(
      ([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text,
    )
    expect(
      stale.map(([path]) => path),
      'out of date: run `npm run docs`, read the difference and commit it',
    ).toEqual([])
  })

  test('describe the gateways by OpenAPI without a warning of its linter', async () => {
    expect(await getProblems()).toEqual([])
  })

  test('list every setting in .env.example with a valid default', () => {
    const written = readFileSync('.env.example', 'utf8').replaceAll(/^#(?=[A-Z_]+=)/gm, '')
    const settings = parseSettings(written)
    expect(Object.keys(settings).sort()).toEqual(Object.keys(production.shape).sort())
    const SESSION_SECRETS = 'x'.repeat(32)
    expect(() => parseEnv({ ...settings, SESSION_SECRETS })).not.toThrow()
  })

  test.each(documents)('%s links to existing files and sections', (path) => {
    const text = readFileSync(path, 'utf8')
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(target!)) continue
      const [file, section] = target!.split('#') as [string, string?]
      const to = file === '' ? path : join(dirname(path), file)
      expect(existsSync(to), target).toBe(true)
      if (section) expect(getSections(to), target).toContain(section)
    }
  })

  test('name existing files, as comments do', () => {
    const folders = ['app', 'edge', 'sandbox', 'scripts', 'tests']
    const code = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true })
        .map((path) => join(folder, String(path)))
        .filter((path) => /\.(tsx?|mjs)$/.test(path)),
    )
    const isThere = (path: string) =>
      existsSync(path) || code.some((candidate) => candidate.endsWith(`/${path}`))
    const named = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, path = '']) => path).filter((path) => !isThere(path))
    const missing = [
      ...documents.flatMap((path) => {
        const text = readFileSync(path, 'utf8')
        // Files that the document tells its reader to write, or that its commands write.
        const made = [...text.matchAll(/^npm run new -- \S+ ([\w-]+\/[\w-]+)/gm)]
        return named(text, /`([\w.-]+\/[\w./-]+\.(?:tsx?|mjs))`/g)
          .filter((file) => !text.includes(` file=${file}\n`))
          .filter((file) => !made.some(([, name]) => file.startsWith(`app/${name}`)))
      }),
      ...code.flatMap((path) =>
        named(
          readFileSync(path, 'utf8'),
          /^ *(?:\/\/|\/?\*).*?\b([\w-]+\/[\w./-]+\.(?:tsx?|mjs))\b/gm,
        ),
      ),
    ]
    expect(missing).toEqual([])
  })

  test('name exactly the supported browsers', () => {
    const names: Record<string, string> = {
      and_chr: 'chrome',
      and_ff: 'firefox',
      ios_saf: 'safari',
    }
    const listed = browserslist.map((each) => {
      const [name = '', version = ''] = each.split(' >= ')
      return `${names[name] ?? name} ${version}`
    })
    const [, section = ''] = readFileSync('README.md', 'utf8').split('## Browsers')
    const listedBrowsers = [...section.matchAll(/^\| ([A-Z]\w+)[^|]*\| ([\d.]+) /gm)].map(
      ([, name = '', version]) => `${name.toLowerCase()} ${version}`,
    )
    expect(listedBrowsers.sort()).toEqual([...new Set(listed)].sort())
  })

  test('name every npm script, and no other', () => {
    const named = new Set<string>()
    for (const path of documents)
      for (const [, name] of readFileSync(path, 'utf8').matchAll(
        /npm run (?:--\S+ )?([\w-]+(?::\w+)*)/g,
      )) {
        expect(Object.keys(scripts), `${path}: npm run ${name}`).toContain(name)
        named.add(name!)
      }
    // `npm start` and `npm test` need no «run».
    const unnamed = Object.keys(scripts).filter((name) => !named.has(name))
    expect(unnamed.sort()).toEqual(['postinstall', 'start', 'test'])
  })

  test("list the sandbox's shoppers", () => {
    const text = readFileSync('docs/development.md', 'utf8')
    for (const { phone } of personas)
      expect(text).toContain(phone.replace(/^7(\d{3})(\d{3})(\d\d)(\d\d)$/, '+7 $1 $2-$3-$4'))
  })
})

/** Anchors of the headings, as GitHub makes them. */
function getSections(path: string): string[] {
  const headings = [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(
    ([, heading]) => heading!,
  )
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-'),
  )
}

describe('the commands in code blocks of the documents', () => {
  let sandbox: SandboxServer
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 })
  })
  afterAll(() => sandbox.close())

  const unique = [...new Set(commands.map(([, command]) => command))]

  // tests/commands/ten-steps.test.ts runs the commands that need a running site.
  const isHere = (command: string) => command.startsWith('curl ') && !command.includes('https://')
  test.each(unique.filter(isHere))('run without an error: %s', async (command) => {
    const here = command.replaceAll('http://127.0.0.1:4010', sandbox.url)
    const child = spawn('sh', ['-c', here.replace('curl ', 'curl -sSf ')], { stdio: 'ignore' })
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  test('name existing tests', () => {
    const runs = unique.filter((command) => /^npx (vitest|playwright)/.test(command))
    expect(runs).not.toEqual([])
    for (const command of runs) {
      const file = /tests?\/\S+|app\/\S+/.exec(command)![0]
      expect(existsSync(file), command).toBe(true)
      const name = /-t (\w+)/.exec(command)?.[1]
      if (name) expect(readFileSync(file, 'utf8'), command).toContain(name)
    }
  })

  test('name existing Docker targets, files of Docker and kustomize folders', () => {
    const elsewhere = unique.filter((command) => ELSEWHERE.includes(command.split(' ')[0]!))
    expect(elsewhere).not.toEqual([])
    const dockerfile = readFileSync('Dockerfile', 'utf8')
    for (const command of elsewhere) {
      const target = /--target (\w+)/.exec(command)?.[1]
      if (target) expect(dockerfile, command).toContain(` AS ${target}\n`)
      const file = /-f (\S+)/.exec(command)?.[1]
      if (file && command.startsWith('docker build')) expect(existsSync(file), command).toBe(true)
      const folder = /-k (\S+)/.exec(command)?.[1]
      if (folder) expect(existsSync(join(folder, 'kustomization.yaml')), command).toBe(true)
    }
  })

  test("write operators' files only where git ignores them", () => {
    const written = unique.flatMap((command) =>
      [...command.matchAll(/ > (\S+)| --contract (\S+)| --out (brand)(?= |$)|^cp \S+ (\S+)/g)].map(
        ([, ...paths]) => paths.find(Boolean)!,
      ),
    )
    const files = [...new Set(written)].filter((name) => name !== 'FILE').sort()
    expect(files).toEqual(['.env', 'brand', 'session-secrets.txt', 'token.txt'])
    // A separate repository, because an unpacked archive has none.
    const repository = mkdtempSync(join(tmpdir(), 'ignored-'))
    copyFileSync('.gitignore', join(repository, '.gitignore'))
    for (const file of files) {
      const path = file === 'brand' ? 'brand/brand.json' : file
      const { status } = spawnSync('sh', ['-c', `git init -q && git check-ignore -q ${path}`], {
        cwd: repository,
      })
      expect(status, path).toBe(0)
    }
  })

  // tests/operations/proxies.test.ts runs the programs.
  test('name existing scripts, systemd units, ports and logs for a server without containers', () => {
    const own = unique.filter((command) => /^(systemctl|deploy\/|grep) /.test(command))
    expect(own.length).toBeGreaterThan(2)
    const nginx = readFileSync('deploy/nginx/april.conf', 'utf8')
    for (const command of own) {
      for (const [, port] of command.matchAll(/(?:april@|\.sh |\d )(3\d{3})/g))
        expect(nginx, command).toContain(`127.0.0.1:${port}`)
      for (const [unit] of command.matchAll(/\w+@(?=\d)/g))
        expect(existsSync(`deploy/systemd/${unit}.service`), command).toBe(true)
      const script = /^deploy\/\S+/.exec(command)?.[0]
      if (script) expect(existsSync(script), command).toBe(true)
      const log = /\/var\/log\/\S+/.exec(command)?.[0]
      if (log) expect(nginx, command).toContain(`access_log ${log} `)
    }
  })

  test('are all checked here or run by a test', () => {
    const candidate =
      /^(npm (ci|test|run \S+( -- .+)?|start)$|npx (vitest|playwright) |curl |docker |kubectl |cp |openssl |node --env-file|systemctl |nginx |haproxy |deploy\/|grep )/
    expect(unique.filter((command) => !candidate.test(command))).toEqual([])
  })
})
