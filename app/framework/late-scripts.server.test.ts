import { expect, test } from 'vitest'

import { holdScripts } from './late-scripts.server'

test('scripts and their links stay where they are, but begin nothing', () => {
  const page =
    '<link rel="preload" href="/f.woff2"/><link rel="modulepreload" href="/a.js"/>' +
    '<link rel="modulepreload" href="/b.js"/><script nonce="n1">window.x = 1</script>' +
    '<script nonce="n1" type="module" async="">import "/a.js"</script>'
  expect(holdScripts(page)).toBe(
    '<link rel="preload" href="/f.woff2"/><link rel="modulepreload" media="not all" href="/a.js"/>' +
      '<link rel="modulepreload" media="not all" href="/b.js"/><script nonce="n1">window.x = 1</script>' +
      '<script nonce="n1" type="text/plain">import "/a.js"</script>',
  )
})
