import { readFile } from 'node:fs/promises'

import { changePlaces } from './change-places.mjs'

/**
 * A page's data stand in it as they are, as without single fetch, and are written once; the framework would encode
 * them into a stream, which had to be read, escaped, and decoded again in the browser (scripts/lean-framework.ts).
 * A loader reads the request that came; the framework would copy it twice for each, to take parameters of its own
 * out of an address that has none.
 * @type {Record<string, import('./change-places.mjs').Change[]>}
 */
export const serverChanges = {
  '@remix-run/server-runtime/dist/server.js': [
    { from: '...(!build.future.v3_singleFetch ? {', to: '...(true ? {', times: 2 },
    {
      from: 'serverHandoffStream: singleFetch.encodeViaTurboStream(state, request.signal, build.entry.module.streamTimeout, serverMode),',
      to: '',
      times: 2,
    },
  ],
  '@remix-run/server-runtime/dist/data.js': [
    {
      from: 'url.searchParams.delete("index");',
      to: 'if (indexValues.length === 0) return request;url.searchParams.delete("index");',
    },
    {
      from: 'url.searchParams.delete("_routes");',
      to: 'if (!url.searchParams.has("_routes")) return request;url.searchParams.delete("_routes");',
    },
  ],
  '@remix-run/react/dist/components.js': [
    { from: 'let streamScript = future.v3_singleFetch ?', to: 'let streamScript = false ?' },
  ],
}

/**
 * Changes the framework's files while the server is bundled.
 * @type {import('esbuild').Plugin}
 */
export const leanServer = {
  name: 'lean server',
  setup({ onLoad }) {
    for (const [file, changes] of Object.entries(serverChanges))
      onLoad(
        { filter: new RegExp(`/node_modules/${file.replace(/[.]/g, '\\.')}$`) },
        async ({ path }) => ({
          contents: changePlaces(file, await readFile(path, 'utf8'), changes),
        }),
      )
  },
}
