import type { ViewName } from './catalogue.server'

type Crossing =
  | { name: 'Navigation:BackToProfile'; properties: { from: 'stars' | 'cards-add' | 'legal' } }
  | { name: 'Navigation:RegistrationToLogin'; properties: Record<never, never> }

/** The screens where a navigation event can begin. */
export const crossingStarts = [
  '/profile/stars',
  '/profile/legal',
  '/profile/cards/add',
  '/registration',
]

/**
 * The navigation event from one screen to another (specification 2.46); null for most pairs.
 * The way back from adding a card leads to the list of cards, which then counts as the profile.
 */
export function getCrossing(from: string | null, view: ViewName): Crossing | null {
  const back = (place: 'stars' | 'cards-add' | 'legal'): Crossing => ({
    name: 'Navigation:BackToProfile',
    properties: { from: place },
  })
  if (from === '/profile/stars' && view === 'profile') return back('stars')
  if (from === '/profile/legal' && view === 'profile') return back('legal')
  if (from === '/profile/cards/add' && (view === 'cards' || view === 'profile'))
    return back('cards-add')
  if (from === '/registration' && view === 'login')
    return { name: 'Navigation:RegistrationToLogin', properties: {} }
  return null
}
