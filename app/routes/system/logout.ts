import { redirect, type ActionFunctionArgs } from '@remix-run/node'

export function loader() {
  throw redirect('/')
}

/** Signs out and leads to the landing (specification, section 4). */
export async function action({ context }: ActionFunctionArgs) {
  await context.session.signOut()
  throw redirect('/')
}
