const NESTED = 'node_modules/'

/** The production packages of a lockfile: `zod 3.25.76`, each once. */
export function shippedPackages(lockfile: string): string[] {
  const { packages } = JSON.parse(lockfile) as {
    packages: Record<string, { version: string; dev?: true; optional?: true; devOptional?: true }>
  }
  const found = Object.entries(packages)
    .filter(([path, flags]) => path !== '' && !flags.dev && !flags.optional && !flags.devOptional)
    .map(
      ([path, { version }]) => `${path.slice(path.lastIndexOf(NESTED) + NESTED.length)} ${version}`,
    )
  return [...new Set(found)]
}

/** The packages with their licence texts beside the build. */
export function licensedPackages(licences: string): string[] {
  return [...licences.matchAll(/^={80}\n\n(\S+ \S+) \(.*\)\n\n={80}$/gm)].map(([, id = '']) => id)
}
