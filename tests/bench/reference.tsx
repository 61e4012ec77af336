// Cost of a page without a framework, in its own process. `ceiling` makes the page's gateway calls and sends
// its captured HTML; `plain` renders a tree of the same size with React.
import { createServer } from 'node:http'

import { parseDocument } from 'htmlparser2'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

import { createHttpClient } from '../../app/gateways/http.server'
import type { NotedCall } from './stand-in'

export interface Subject {
  gatewayUrl: string
  pages: Record<string, { html: string; calls: NotedCall[] }>
}

type Parsed = ReturnType<typeof parseDocument>['children'][number]
type Maker = () => ReactNode

const renamed: Record<string, string> = { class: 'className', for: 'htmlFor', charset: 'charSet' }
const raw = new Set(['script', 'style', 'noscript'])

/** A function that creates the elements each time, as a component does. */
function getMaker(node: Parsed, key: number): Maker {
  if (node.type === 'text') return () => node.data
  if (!('attribs' in node)) return () => null
  const props: Record<string, unknown> = { key }
  for (const [name, value] of Object.entries(node.attribs))
    props[renamed[name.toLowerCase()] ?? name] = value
  if (raw.has(node.name)) {
    const text = node.children.map((child) => ('data' in child ? child.data : '')).join('')
    return () => createElement(node.name, { ...props, dangerouslySetInnerHTML: { __html: text } })
  }
  const children = node.children.map(getMaker)
  return () =>
    children.length === 0
      ? createElement(node.name, { ...props })
      : createElement(node.name, { ...props }, ...children.map((make) => make()))
}

function getPage(html: string): Maker {
  const root = parseDocument(html).children.find(
    (node) => 'attribs' in node && node.name === 'html',
  )
  if (!root) throw new Error('The page has no html element')
  return getMaker(root, 0)
}

const [, , kind] = process.argv

process.once('message', ({ gatewayUrl, pages }: Subject) => {
  const client = createHttpClient(gatewayUrl)
  const subjects = new Map(
    Object.entries(pages).map(([path, { html, calls }]) => {
      const make = getPage(html)
      const fixed = Buffer.from(html)
      const render = () => Buffer.from(`<!DOCTYPE html>${renderToString(make() as never)}`)
      return [path, { calls, response: kind === 'plain' ? render : () => fixed }]
    }),
  )
  const server = createServer((request, response) => {
    const subject = subjects.get(request.url ?? '')
    if (!subject) return void response.writeHead(404).end()
    const answered = subject.calls.map(({ method, path, headers, body }) =>
      client
        .send({
          endpoint: path,
          method,
          path,
          headers,
          body: body || undefined,
          signal: AbortSignal.timeout(5000),
        })
        .then(({ text }) => text && (JSON.parse(text) as unknown)),
    )
    void Promise.all(answered).then(() => {
      const body = subject.response()
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Length': body.length,
      })
      response.end(body)
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
