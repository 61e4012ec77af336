import { mkdirSync, writeFileSync } from 'node:fs'

/**
 * A browser of another engine, driven like a person: presses visible things, types into the focused field.
 */
export interface Engine {
  name: string
  open(url: string): Promise<void>
  url(): Promise<string>
  setCookies(origin: string, cookies: Iterable<[name: string, value: string]>): Promise<void>
  /** Runs in the page without waiting, also with scripts switched off. */
  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>
  /** Whether `find` returns an element. */
  has(find: FindTarget, ...target: Parameters<FindTarget>): Promise<boolean>
  /** Presses the middle of the element that `find` returns; false when there is none to press yet. */
  press(find: FindTarget, ...target: Parameters<FindTarget>): Promise<boolean>
  /** Types into the focused field. */
  type(text: string): Promise<void>
  screenshot(): Promise<Buffer>
  /** Errors of the page's scripts, as far as the engine reports them. */
  faults(): string[]
  close(): Promise<void>
}

export type Kind = 'link' | 'button' | 'field' | 'product'
type FindTarget = typeof findTarget

const PICTURES = 'test-results/engines'
const WAIT_MS = 20_000
/** A person presses again after this time without a reaction. */
const PATIENCE_MS = 4000
const POLL_MS = 50

/** Runs in the page: the first visible element of a kind and name, scrolled into view. */
function findTarget(kind: Kind, name: string): Element | null {
  const pattern = new RegExp(name)
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const getName = (element: Element) =>
    clean(element.getAttribute('aria-label') ?? element.textContent)
  const isSeen = (element: Element | null | undefined) =>
    Boolean(element?.checkVisibility() && element.getBoundingClientRect().width > 2)
  const labels = [...document.querySelectorAll('label')]
  const selectors = { link: 'a[href]', button: 'button, summary', product: 'a[data-product]' }
  const found =
    kind === 'field'
      ? (labels.find((label) => pattern.test(clean(label.textContent)) && isSeen(label.control))
          ?.control ??
        [...document.querySelectorAll('input')].find(
          (input) => pattern.test(input.getAttribute('aria-label') ?? '') && isSeen(input),
        ))
      : [...document.querySelectorAll(selectors[kind])].find(
          (element) => pattern.test(getName(element)) && isSeen(element),
        )
  found?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return found ?? null
}

/** Actions of a shopper, which wait until their element is visible. */
export function getHands(engine: Engine) {
  async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + WAIT_MS
    while (!(await isThere())) {
      if (Date.now() > end) {
        mkdirSync(PICTURES, { recursive: true })
        const picture = `${PICTURES}/${engine.name.replace(/\W+/g, '-')}-${Date.now()}.png`
        writeFileSync(picture, await engine.screenshot())
        throw new Error(`${engine.name} waits for ${what} at ${await engine.url()}: see ${picture}`)
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
  /** Waits until nothing moves or changes, so that a press hits its element. */
  async function rest(): Promise<void> {
    let last = ''
    await until('the page to come to rest', async () => {
      const now = await engine.evaluate(
        () => `${scrollY} ${document.title} ${document.querySelector('body')?.innerText ?? ''}`,
      )
      const isStill = now === last
      last = now
      return isStill
    })
  }
  async function press(kind: Kind, name: RegExp): Promise<void> {
    await until(`${kind} ${name.source}`, () => engine.has(findTarget, kind, name.source))
    await rest()
    await until(`${kind} ${name.source}`, () => engine.press(findTarget, kind, name.source))
  }
  const isAt = async (path: RegExp) => path.test(new URL(await engine.url()).pathname)
  /** A tap is lost when the page is being replaced. */
  async function go(kind: Kind, name: RegExp, path: RegExp): Promise<void> {
    let pressedAt = -Infinity
    await until(`the address ${path.source}`, async () => {
      if (await isAt(path)) return true
      const mayPress = Date.now() - pressedAt > PATIENCE_MS
      if (mayPress && (await engine.has(findTarget, kind, name.source))) {
        await press(kind, name)
        pressedAt = Date.now()
      }
      return false
    })
  }
  return {
    press,
    go,
    until,
    async fill(name: RegExp, text: string): Promise<void> {
      await press('field', name)
      await engine.type(text)
    },
    at: (path: RegExp) => until(`the address ${path.source}`, () => isAt(path)),
    /** Waits until the pressed element is gone, so that the next page is loaded. */
    gone: (kind: Kind, name: RegExp) =>
      until(
        `${kind} ${name.source} to be gone`,
        async () => !(await engine.has(findTarget, kind, name.source)),
      ),
    see: (pattern: RegExp) =>
      until(`the text ${pattern.source}`, () =>
        engine.evaluate(
          // A page that is just loading has no body.
          (pattern) =>
            new RegExp(pattern).test(
              (document.querySelector('body')?.innerText ?? '').replace(/\s+/g, ' '),
            ),
          pattern.source,
        ),
      ),
  }
}
