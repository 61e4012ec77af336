import { readdirSync, readFileSync } from 'node:fs'

interface BuiltRoute {
  hasAction: boolean
  hasLoader: boolean
}

/** The build's data of each route, by id. */
export function builtRoutes(): Readonly<Record<string, BuiltRoute>> {
  const folder = 'build/client/assets'
  const file = readdirSync(folder).find((name) => /^manifest-\w+\.js$/.test(name))
  const text = readFileSync(`${folder}/${file}`, 'utf8')
  const json = text.replace('window.__remixManifest=', '').replace(/;\s*$/, '')
  return (JSON.parse(json) as { routes: Record<string, BuiltRoute> }).routes
}
