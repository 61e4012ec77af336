import type { ServerResponse, IncomingMessage } from 'node:http'

import { isbot } from 'isbot'

import type { PlainLook } from '../app/platform/brand-files.server'
import { policyHash } from '../app/framework/policy-hash.server'
import { shortPage } from '../app/lib/short-page'
import { isDataAddress, pageAddress } from '../app/framework/data-address'
import { jitter } from '../app/lib/jitter'
import { ownReferrer } from '../app/domain/way-back.server'

import { getBodyPolicy } from './body-policy'
import { readResponse, sendResponse } from './respond'
import type { RetryLater, Visit } from './visit'

const texts: Record<number, { title: string; text: string }> = {
  400: { title: 'Запрос не понят', text: 'Откройте страницу заново.' },
  401: { title: 'Нужен ключ доступа', text: 'Этот адрес — для программ магазина.' },
  403: {
    title: 'Непонятно, откуда отправлена форма',
    text: 'Откройте страницу заново и отправьте форму ещё раз. Если не помогло, отключите для этого сайта расширение, которое скрывает адрес страницы (Referer и Origin), или откройте сайт в другом браузере.',
  },
  404: { title: 'Здесь ничего не нашлось', text: 'Посмотрите другие разделы' },
  405: { title: 'Так обратиться к сайту нельзя', text: 'Откройте страницу заново.' },
  413: { title: 'Слишком большой запрос', text: 'Сократите текст и отправьте форму ещё раз.' },
  415: { title: 'Запрос не понят', text: 'Отправьте форму со страницы сайта.' },
  429: {
    title: 'Слишком много запросов',
    text: 'С вашего адреса в сети пришло очень много запросов. Подождите минуту и обновите страницу.',
  },
  503: {
    title: 'Сейчас очень много посетителей',
    text: 'Подождите несколько секунд и обновите страницу.',
  },
  431: {
    title: 'Браузер прислал слишком много данных',
    text: 'Сохранённые данные этого или соседнего сайта не помещаются в запрос. Мы попросили браузер удалить их. Войдите заново.',
  },
  421: { title: 'Сайт живёт по другому адресу', text: 'Проверьте адрес в строке браузера.' },
}
const broken = {
  title: 'Сайт временно не работает',
  text: 'Мы уже чиним эту проблему — пожалуйста, попробуйте снова через 15 минут',
}

let drawing = ''
let style = ''
let origin = ''

/**
 * Sets the brand's drawing and colours, and the site's address, once before the first page.
 * @returns the hash of the style for the content security policy
 */
export function setPlainLook(look: PlainLook, publicOrigin: string): string {
  origin = publicOrigin
  drawing = look.drawing.replace('<svg ', '<svg aria-hidden="true" ')
  style = `
body { margin: 8vh auto 0; max-width: 26rem; padding: 0 1.5rem; font: 1.125rem/1.5 system-ui, sans-serif }
svg { display: block; width: 100%; max-width: 280px; height: auto; margin: 0 auto }
h1 { font-size: 1.75rem; line-height: 1.2 }
a { display: block; margin-top: 2rem; padding: .875rem; border-radius: 1rem; background: ${look.ground}; color: ${look.ink}; text-align: center; text-decoration: none }
`
  return policyHash(style)
}

/** A page of one file without assets; its link leads to the main page, or to the sign-in after a 431. */
export function plainPage(status: number, reference?: string): string {
  const { title, text } = texts[status] ?? broken
  const link =
    status === 431
      ? '<a href="/login">Войти</a>'
      : `<a href="${status === 421 ? origin : ''}/">На главную</a>`
  return `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
<main>
${drawing}
<h1>${title}</h1>
<p>${text}</p>
${reference ? `<p>Код ошибки для поддержки: <code>${reference}</code></p>\n` : ''}${link}
</main>
</html>
`
}

/**
 * Sends a plain page for requests refused before, or failed outside, the application. Robots get the status
 * in words (specification 2.60).
 * @param reference names the request for support: letters, digits, `-` and `_`
 */
export function sendPlainPage(response: ServerResponse, status: number, reference?: string): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.statusCode = status
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
  if (status === 405) response.setHeader('Allow', 'GET, HEAD, POST')
  // The rest of a refused body stays unread: the connection closes with the response.
  if (status === 413) response.setHeader('Connection', 'close')
  if (isbot(response.req.headers['user-agent'])) endForRobot(response, status)
  else response.end(plainPage(status, reference))
}

/** Ends the response to a program without a screen. A 421 names the site for an operator who tests the proxy. */
function endForRobot(response: ServerResponse, status: number): void {
  if (status !== 421) return void response.end(shortPage(status, (texts[status] ?? broken).title))
  response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.end(`This site is ${origin}: the Host header names another one.\n`)
}

const MAX_SPREAD_SECONDS = 10

/** The page of a data request, where the browser continues. */
function getPage({ method, url = '/', headers }: IncomingMessage, publicOrigin: string): string {
  if (method !== 'POST') return pageAddress(url)
  const from = ownReferrer(headers.referer, publicOrigin)
  return from ? from.pathname + from.search : '/'
}

/**
 * Refuses a request for now in the requested form: a page, JSON, or for a data request the order to load the
 * document.
 */
export async function sendRetryLater(
  { request, response, route, application }: Visit,
  { status, retryAfterSeconds: leastSeconds }: RetryLater,
  publicOrigin: string,
): Promise<void> {
  // Random, so that refused clients do not return at once.
  const spread = Math.floor(jitter(0, 1 + Math.min(leastSeconds, MAX_SPREAD_SECONDS)))
  const retryAfterSeconds = leastSeconds + spread
  response.setHeader('Retry-After', String(retryAfterSeconds))
  // Small bodies are read and dropped: closing the connection early would lose the response.
  const length = Number(request.headers['content-length'] ?? Infinity)
  if (request.method === 'POST' && length > getBodyPolicy(route).largestBytes)
    response.setHeader('Connection', 'close')
  if (isDataAddress(request.url ?? '')) {
    const order = await application.orderPage(getPage(request, publicOrigin), publicOrigin)
    return sendResponse(request, response, await readResponse(order), [])
  }
  if (!request.headers.accept?.includes('application/json')) return sendPlainPage(response, status)
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ retryAfterSeconds }))
}
