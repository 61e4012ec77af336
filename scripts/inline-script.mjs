// Builds a script that stands in a page: one entry of the application with what it imports, as text.
import { build } from 'esbuild'

/**
 * @param {string} entry its path
 * @param {string[]} target browsers, or the oldest syntax
 * @returns {Promise<string>} one function, minified
 */
export async function inlineScript(entry, target) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target,
    write: false,
    logLevel: 'warning',
  })
  return outputFiles[0]?.text.trim() ?? ''
}
