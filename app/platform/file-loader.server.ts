import type { LoaderFunctionArgs } from '@remix-run/node'

const UNAUTHORIZED = 401
const METHOD_NOT_ALLOWED = 405
const CONFLICT = 409

const MESSAGE = `Файл здесь не скачать: эта программа не знает, что вы вошли на сайт.
Откройте сайт в браузере — Chrome, Яндекс Браузере, Safari — и скачайте файл там.
`

/** True for browsers that open an address; download managers do not send `text/html`. */
const acceptsPages = ({ headers }: Request) => (headers.get('Accept') ?? '').includes('text/html')

/**
 * Wraps the loader of a file. Download managers of in-app browsers repeat the request without cookies, and
 * would save the redirected page under the file's name. They get a plain-text error instead; browsers get the
 * page.
 * @param ofRedirect the error status that replaces a redirect; a redirect to sign-in always becomes 401
 */
export function fileLoader<Args extends LoaderFunctionArgs>(
  load: (args: Args) => Promise<Response> | Response,
  ofRedirect: typeof METHOD_NOT_ALLOWED | typeof CONFLICT = CONFLICT,
) {
  const getRefusal = (request: Request, thrown: unknown): unknown => {
    const to = thrown instanceof Response && thrown.headers.get('Location')
    if (!to || acceptsPages(request)) return thrown
    return refusal(to.startsWith('/login') ? UNAUTHORIZED : ofRedirect)
  }
  const loader = async (args: Args): Promise<Response> => {
    try {
      return await load(args)
    } catch (thrown) {
      throw getRefusal(args.request, thrown)
    }
  }
  return Object.assign(loader, { getRefusal })
}

function refusal(status: number): Response {
  return new Response(MESSAGE, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'private, no-store',
      ...(status === METHOD_NOT_ALLOWED && { Allow: 'POST' }),
    },
  })
}
