import { createElement, startTransition, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'

import { reportError } from '~/platform/report-error'

import { DEFERRED_ID, type ChangedDocument } from './deferred-scripts'
import { routerReady } from './browser-router'

/** A field by its form, name and, for one of several, its value; the same in a document that is made anew. */
type FieldKey = string

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isChoice = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

const keyOf = (field: Field): FieldKey =>
  JSON.stringify([
    field.form?.getAttribute('action') ?? '',
    field.name || field.id,
    isChoice(field) ? field.value : '',
  ])

const valueOf = (field: Field): string | boolean => (isChoice(field) ? field.checked : field.value)

function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  return isChoice(field)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue
}

const allFields = () => document.querySelectorAll<Field>('input, textarea, select')

/** Sets what was typed as a person would, so that React hears of it. */
function setValue(field: Field, value: string | boolean): void {
  if (valueOf(field) === value) return
  if (typeof value === 'boolean') return field.click()
  const { prototype } = field.constructor as { prototype: object }
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

/** Remembers what is typed until the page is hydrated, and can put it into a document that was made anew. */
function rememberTyped() {
  const typed = new Map<FieldKey, string | boolean>()
  for (const field of allFields()) if (isTouched(field)) typed.set(keyOf(field), valueOf(field))
  const note = ({ target }: Event) => isField(target) && typed.set(keyOf(target), valueOf(target))
  let focused: FieldKey | null = null
  const noteFocus = () => {
    const { activeElement } = document
    focused = isField(activeElement) ? keyOf(activeElement) : null
  }
  noteFocus()
  const listeners = { input: note, change: note, focusin: noteFocus }
  for (const [type, listener] of Object.entries(listeners))
    document.addEventListener(type, listener, true)
  const top = window.scrollY
  return {
    stop() {
      for (const [type, listener] of Object.entries(listeners))
        document.removeEventListener(type, listener, true)
    },
    restore() {
      const wasFocused = focused
      for (const field of allFields()) {
        const value = typed.get(keyOf(field))
        if (value !== undefined) setValue(field, value)
        if (keyOf(field) === wasFocused) field.focus({ preventScroll: true })
      }
      window.scrollTo(0, top)
    },
  }
}

/** A file of ours that the bundler's own loader asks for. */
const isOwnLink = (node: Node) =>
  node instanceof HTMLLinkElement && node.href.startsWith(`${location.origin}/`)

const isOursAmongHead = (node: Element) =>
  /^(?:META|TITLE|NOSCRIPT)$/.test(node.tagName) ||
  isOwnLink(node) ||
  (node instanceof HTMLStyleElement && node.hasAttribute('data-page-styles')) ||
  (node instanceof HTMLScriptElement && node.type === 'application/ld+json')

/** Whether an extension, a translator or a browser has changed the page since the server sent it. */
function isChangedByOthers(): boolean {
  const { foreignChanges = [] } = window as ChangedDocument
  const { documentElement: html, head, body } = document
  return (
    [...html.children].some((node) => node !== head && node !== body) ||
    [...head.children].some((node) => !isOursAmongHead(node)) ||
    document.querySelector('body font') !== null ||
    foreignChanges.some(
      ({ target, type, addedNodes, removedNodes }) =>
        (target as Element).id !== DEFERRED_ID &&
        (type === 'characterData' ||
          removedNodes.length > 0 ||
          [...addedNodes].some((node) => !isOwnLink(node))),
    )
  )
}

/**
 * Waits until the framework has decoded the data of the page. Its first rendering throws the promise of them;
 * a tap while React waits for that at the root ends in React's error 345, so the waiting comes first.
 */
async function dataDecoded(browser: () => unknown): Promise<void> {
  try {
    browser()
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown
  }
}

/**
 * Hydrates the page. Where somebody else's nodes make that fail, React makes the document anew: it keeps its
 * look (document.tsx) and what was typed, and the report says that the page was changed by others.
 */
export async function hydrate(Browser: () => ReactNode): Promise<void> {
  await dataDecoded(Browser)
  const typed = rememberTyped()
  const isChanged = isChangedByOthers()
  const { stopWatching } = window as ChangedDocument
  startTransition(() => {
    hydrateRoot(document, createElement(Browser), {
      onRecoverableError(error) {
        const isOthers = isChanged || isChangedByOthers()
        reportError(error, isOthers ? 'changed page' : 'hydration')
        typed.restore()
      },
    })
  })
  void routerReady.then(() => {
    stopWatching?.()
    // What fails does so before: the root is mounted by now.
    setTimeout(typed.stop)
  })
}
