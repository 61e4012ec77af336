// Finds today's digest of the Dockerfile's base image and writes it down, so that every build uses it: npm
// run base:renew. Uses the installed image tool.
import './help.mjs'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = 'deploy/base-image.digest'
const image = /^FROM (\S+?)\$\{/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? ''

/** @type {[string, string[]][]} */
const tools = [
  ['docker', ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}']],
  ['skopeo', ['inspect', '--format', '{{.Digest}}', `docker://${image}`]],
]

const attempts = []
for (const [tool, args] of tools) {
  const { error, status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' })
  // A missing tool has no output.
  const digest = error ? '' : stdout.trim()
  if (status === 0 && /^sha256:[\da-f]{64}$/.test(digest)) {
    writeFileSync(FILE, `${digest}\n`)
    process.stdout.write(`${image} is ${digest}, by ${tool}; written to ${FILE}\n`)
    process.exit(0)
  }
  attempts.push(
    `${tool}: ${error ? 'is not there' : stderr.trim() || digest || `ended with ${status}`}`,
  )
}
process.stderr.write(
  `The digest of ${image} is unknown; ${FILE} stays as it is.\n${attempts.join('\n')}\n`,
)
process.exit(1)
