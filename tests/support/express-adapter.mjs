// The built application behind the framework's own adapter, as any Remix application could be served.
import { createRequestHandler } from '@remix-run/express'
import express from 'express'

import { build, newContext } from './adapter-context.mjs'

const { guard, brandFiles, guardedBuild } = build.entry.module

/** @type {import('@remix-run/express').GetLoadContextFunction} */
const getLoadContext = async (request, response) => {
  const { context, cookies } = await newContext(
    new Headers(/** @type {Record<string, string>} */ (request.headers)),
    request.method === 'GET' ? request.originalUrl : null,
  )
  const { writeHead } = response
  response.writeHead = (/** @type {any[]} */ ...head) => {
    for (const cookie of cookies.changes()) response.append('Set-Cookie', cookie)
    return writeHead.apply(response, /** @type {any} */ (head))
  }
  return context
}

const app = express()
for (const [path, { body, type }] of brandFiles())
  app.get(path, (_, response) => response.type(type).send(body))
app.use(express.static('build/client', { index: false }))
app.all(
  '*',
  createRequestHandler({ build: guardedBuild(build, guard), getLoadContext, mode: 'production' }),
)
app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
