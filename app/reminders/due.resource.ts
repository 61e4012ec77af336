import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

import type { Due } from '~/push/reminder'
import { notFound } from '~/platform/not-found.server'

import { chooseReminder, reminderKinds, type ReminderKind } from './choose-reminder'
import { listOccasions } from './occasions.server'

const nothing: Due = { reminder: null }

/**
 * The reminder for a service worker that got a tickle, as `Due`. Each reminder is returned once.
 * 401 without a session, 404 while push is not offered, 429 after twelve an hour.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.push) throw notFound(request)
  if (request.headers.get('Accept') !== 'application/json') throw redirect('/today')
  if (!(await context.session.isSignedIn())) return Response.json(nothing, { status: 401 })
  const isOff = (kind: ReminderKind) => context.mutedNotifications.has(`remind-${kind}`)
  if (reminderKinds.every(isOff)) return answer(nothing)
  const taken = await context.limits.consume([
    'dueReminders',
    String(await context.session.userId()),
  ])
  if (taken.isOver) {
    context.retryAfter = taken.until
    return Response.json(nothing, { status: 429 })
  }
  const chosen = chooseReminder(await listOccasions(context), context.dismissedNotices.shown, isOff)
  if (!chosen) return answer(nothing)
  context.dismissedNotices.shown = chosen.shown
  return answer({ reminder: chosen.reminder })
}

const answer = (due: Due) => Response.json(due)
