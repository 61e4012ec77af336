import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

import { startClientLayer } from './shell/start'

startTransition(() => {
  hydrateRoot(document, <RemixBrowser />)
})

startClientLayer()
