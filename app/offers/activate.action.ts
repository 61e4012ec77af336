import { redirect, type ActionFunctionArgs } from '@remix-run/node'

import { joinOffer } from './offers.server'

export function loader() {
  throw redirect('/actions/offers')
}

/** Joins one offer. */
export function action(args: ActionFunctionArgs) {
  return joinOffer(args)
}
