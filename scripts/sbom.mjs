// Prints the SBOM (CycloneDX): npm run sbom. Reads an installation of production packages only, as the
// Dockerfile makes it. In a complete one `npm sbom --omit=dev` omits packages that development packages use
// as well, such as react and zod.
import './help.mjs'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
/** @param {string[]} args */
const npm = (...args) =>
  execFileSync('npm', args, {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 2],
  })

try {
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(file, join(folder, file))
  npm('ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--prefer-offline')
  // Otherwise npm reports them as missing.
  npm('pkg', 'delete', 'devDependencies')
  process.stdout.write(npm('sbom', '--sbom-format=cyclonedx'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
