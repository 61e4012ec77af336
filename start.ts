import { once } from 'node:events'
import type { Server } from 'node:net'
import { fileURLToPath } from 'node:url'

import { readBuildFiles } from './edge/files'
import { createMetricsServer } from './edge/metrics'
import type { Build } from './edge/visit'
import { readPageDictionary } from './edge/dictionary/page-dictionary'
import { createAppServer } from './server'
import { readSettingsAhead } from './app/platform/env.server'
import type { ContractAccount } from './app/context/contract-check.server'

/**
 * Backlog of connections. Above the default of 511 the kernel drops them, and clients retry after one, three,
 * seven and fifteen seconds.
 */
const CONNECTION_BACKLOG = 4096

/** Errors of the port; all others are errors of the address. */
const ofPort = ['EADDRINUSE', 'EACCES']

const commands = ['--check-config', '--doctor']

const HELP = `node build/server.js            serves
  --check-config                says whether the settings have errors, and what is dear about them
  --doctor                      says as well whether all that they lead to can be reached
  --doctor --contract FILE      says whether the gateways answer as expected; FILE holds a token
  --doctor --contract --phone NUMBER  likewise, signed in by a code
Settings are variables of the environment: docs/operations.md.
`

/** The account for `--contract`: a token file or a phone; null when the arguments are invalid. */
function getAccount([first, second, ...rest]: string[]): ContractAccount | null {
  if (rest.length > 0 || first === undefined) return null
  if (first === '--phone') return second === undefined ? null : { phone: second }
  return second === undefined ? { tokenFile: first } : null
}

/**
 * Starts the built application: `node build/server.js`. `--check-config` only checks the configuration,
 * `--doctor` also reaches every service that the configuration names. `--doctor --contract FILE` reads the
 * responses of the gateways as the screens do; FILE holds a token, or `--phone NUMBER` signs in.
 * @param folder the build, `file:///…/build/`
 */
export async function start(folder: URL): Promise<void> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(HELP)
    process.exit(0)
  }
  const [command, option, ...rest] = process.argv.slice(2)
  const account = command === '--doctor' && option === '--contract' ? getAccount(rest) : null
  if ((command && !commands.includes(command)) || (option && !account)) {
    process.stderr.write(
      `Unknown: ${process.argv.slice(2).join(' ')}. Known: ${commands.join(', ')}, --doctor --contract FILE, --doctor --contract --phone NUMBER\n`,
    )
    process.exit(1)
  }
  // The build reads the settings as it is imported.
  const hung = await readSettingsAhead()
  if (hung) {
    process.stderr.write(`The configuration has errors:\n  ${hung}: the file does not answer\n`)
    process.exit(1)
  }
  try {
    const build = (await import(new URL('server/index.js', folder).href)) as Build
    const {
      env,
      log,
      openServices,
      registry,
      runDoctor,
      runContractCheck,
      ConfigurationError,
      listFileErrors,
      listWarnings,
    } = build.entry.module
    const write = (text: string) => void process.stdout.write(text)
    if (account) process.exit((await runContractCheck(account, write)) ? 0 : 1)
    if (command === '--doctor') process.exit((await runDoctor(write)) ? 0 : 1)
    const client = fileURLToPath(new URL('client', folder))
    const [dictionary, files] = [readPageDictionary(client), readBuildFiles(client)]
    if (command === '--check-config') {
      env()
      const errors = await listFileErrors()
      if (errors.length > 0) throw new ConfigurationError(errors)
      write('The configuration is fine.\n')
      for (const warning of await listWarnings()) write(`Beware: ${warning}.\n`)
      process.exit(0)
    }
    const { PORT, HOST, PUBLIC_ORIGIN, METRICS_PORT, METRICS_HOSTS } = env()
    const warnings = await listWarnings()
    // Libraries write to the console; the log takes JSON only.
    const say = (...what: unknown[]) => log.warn({ what: what.map(String) }, 'a library warns')
    Object.assign(console, { log: say, info: say, warn: say, error: say })
    const onReady = () => {
      for (const warning of warnings) log.warn(`configuration: ${warning}`)
      log.info({ port: PORT, origin: PUBLIC_ORIGIN }, 'ready')
    }
    const listen = async (server: Server, name: string, port: number) => {
      const at = { port, host: HOST, backlog: CONNECTION_BACKLOG }
      try {
        await once(server.listen(at), 'listening')
      } catch (error) {
        const { code = '', message } = error as NodeJS.ErrnoException
        throw new ConfigurationError([`${ofPort.includes(code) ? name : 'HOST'}: ${message}`])
      }
    }
    await openServices()
    const server = createAppServer({ build, files, dictionary })
    if (METRICS_PORT !== undefined) {
      const hosts = [HOST.toLowerCase(), ...METRICS_HOSTS]
      await listen(createMetricsServer(registry, hosts), 'METRICS_PORT', METRICS_PORT)
    }
    server.once('listening', onReady)
    await listen(server, 'PORT', PORT)
  } catch (error) {
    // The build has its own copy of the class, so compare names.
    if (!(error instanceof Error) || error.name !== 'ConfigurationError') throw error
    process.stderr.write(`${command === '--doctor' ? '✗ ' : ''}${error.message}\n`)
    process.exit(1)
  }
}
