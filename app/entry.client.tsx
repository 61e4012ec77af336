import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

import { showBrandOfPage } from './lib/own-brand'
import { startClientLayer } from './shell/start'

showBrandOfPage()
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />)
})

startClientLayer()
