/** The script of the stored card; without it, its links do the same. A small build of its own. */
import { fitCodes } from '~/card/fit-codes'
import { keepCodeFresh } from '~/card/fresh-code'
import { keepAwake } from '~/card/keep-awake'
import { AWAIT_FRESH, FRESH } from '~/domain/worker-messages'
import { forgetShopper } from '~/session/forget-shopper'

const paper = document.querySelector<HTMLElement>('.paper')!
const fit = () => fitCodes(paper)
fit()
addEventListener('resize', fit)

const { serviceWorker } = navigator
serviceWorker.addEventListener('message', ({ data }) => {
  if (data === FRESH) location.reload()
})
serviceWorker.startMessages()
serviceWorker.controller?.postMessage(AWAIT_FRESH)

document.getElementById('forget')?.addEventListener('click', () => {
  void forgetShopper().finally(() => location.replace('/login'))
})

// The next page loads a code itself, or says what the shopper has to do for one.
if ('renews' in paper.dataset)
  keepCodeFresh({
    initial: 'unreachable',
    onAsked({ qrError }) {
      if (qrError !== 'unreachable' && qrError !== 'refused') location.reload()
    },
  })

if (document.documentElement.classList.contains('till')) keepAwake(() => undefined)
