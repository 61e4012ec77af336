import { RemixBrowser } from '@remix-run/react'
import type { ReactNode } from 'react'

import { forgetPageStyles, hasScreens } from './framework/browser-router'
import { hydrate } from './framework/hydration'
import { showBrandOfPage } from './lib/own-brand'
import { startClientLayer } from './shell/start'

// In the build other files import this one for the parts that it shares with them (scripts/chunks.ts),
// so it runs before the page's script has named its screens; a page that failed at it stays as it is. A task
// of its own: after all files have been evaluated in one, a tap is answered first.
setTimeout(() => {
  if (!hasScreens()) return
  forgetPageStyles()
  showBrandOfPage()
  startClientLayer()
  void hydrate(RemixBrowser as () => ReactNode)
})
