import { expect, test } from 'vitest'

import { hashOfScript } from '../../tests/support/inline-scripts'
import { SCRIPT_MARK, unmarkScripts } from './own-scripts.server'

const marked = (script: string, rest = '') =>
  `<script nonce="${SCRIPT_MARK}"${rest}>${script}</script>`

test('of each script of ours the hash is told, and the page keeps no mark', () => {
  const page = `<p>Ёлка</p>${marked('one("ё") > 0')}<p></p>${marked('import "/a.js"', ' type="text/plain"')}`
  expect(unmarkScripts(page)).toEqual({
    html: '<p>Ёлка</p><script>one("ё") > 0</script><p></p><script type="text/plain">import "/a.js"</script>',
    scriptHashes: [hashOfScript('one("ё") > 0'), hashOfScript('import "/a.js"')],
  })
})

test('a script of another file needs no hash: its address is in the policy', () => {
  const page = marked('', ' src="/a.js"')
  expect(unmarkScripts(page)).toEqual({ html: '<script src="/a.js"></script>', scriptHashes: [] })
})

test.each(['', ' nonce=""', ' nonce="mark"', ` nonce='${'0'.repeat(48)}'`])(
  'a script that carries «%s» in the mark’s place may not run',
  (attribute) => {
    const page = `<script${attribute}>alert(1)</script>${marked('ours()')}`
    expect(unmarkScripts(page).scriptHashes).toEqual([hashOfScript('ours()')])
  },
)

test('a page without a script has none that may run', () => {
  expect(unmarkScripts('<p></p>')).toEqual({ html: '<p></p>', scriptHashes: [] })
})
