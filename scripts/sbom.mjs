// The list of what is shipped (CycloneDX), on standard output: npm run sbom. Made from an installation of
// the production packages alone, as the Dockerfile makes it: in a whole one `npm sbom --omit=dev` leaves
// out packages that development packages ask for as well, react and zod among them.
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
  // Else it says that they are missing.
  npm('pkg', 'delete', 'devDependencies')
  process.stdout.write(npm('sbom', '--sbom-format=cyclonedx'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
