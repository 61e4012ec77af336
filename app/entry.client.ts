import { RemixBrowser } from '@remix-run/react'
import type { ReactNode } from 'react'

import { forgetPageStyles, hasRouteModules } from './framework/browser-router'
import { hydrate } from './framework/hydration'
import { showBrandOfPage } from './domain/shown-brand'
import { startClientLayer } from './shell/start'

// In a build, other chunks import this one for shared code (scripts/chunks.ts), so it may run
// before the page has set its route modules. A separate task runs after all chunks, and lets the
// browser handle a tap first.
setTimeout(() => {
  if (!hasRouteModules()) return
  forgetPageStyles()
  showBrandOfPage()
  startClientLayer()
  void hydrate(RemixBrowser as () => ReactNode)
})
