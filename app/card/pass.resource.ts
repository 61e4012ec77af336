import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { fileLoader } from '~/platform/file-loader.server'
import { notFound } from '~/platform/not-found.server'
import { userHash } from '~/session/user-hash.server'

import { loadNumber, passSigner } from './elsewhere.server'
import { writePass } from './pass.server'

const FROM = '/qr/elsewhere'

/**
 * The card for Apple Wallet: 404 unless the operator signs passes; without a number, redirects to a
 * page with the reason.
 */
export const loader = fileLoader(async ({ request, context }: LoaderFunctionArgs) => {
  const signer = passSigner()
  if (!signer) throw notFound(request)
  const taken = await context.services.limits.consume([
    'passes',
    String(await context.session.userId()),
  ])
  if (taken.isOver) {
    context.session.flash({
      type: 'error',
      title: 'Слишком много карт для Wallet за час',
      description: 'Попробуйте позже: готовые карты продолжают работать.',
    })
    throw redirect(FROM)
  }
  const { number } = await loadNumber(context)
  if (!number) {
    await taken.reward()
    throw redirect(FROM)
  }
  const { BRAND_NAME: name, brand, PUBLIC_ORIGIN: origin } = env()
  const owner = await userHash(context)
  const pass = await writePass(signer, { number, name, brand, origin, owner })
  return new Response(new Uint8Array(pass), {
    headers: {
      'Content-Type': 'application/vnd.apple.pkpass',
      'Content-Disposition': 'attachment; filename="card.pkpass"',
      'Cache-Control': 'private, no-store',
    },
  })
})
