import { createElement, startTransition, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'

import { reportError } from '~/platform/report-error'

import { DEFERRED_ID, type ChangedDocument } from './deferred-scripts'
import { routerReady } from './browser-router'

/** A field by form, name and, for one of several, value: the same in a new document. */
type FieldKey = string

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isChoice = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

const getKey = (field: Field): FieldKey =>
  JSON.stringify([
    field.form?.getAttribute('action') ?? '',
    field.name || field.id,
    isChoice(field) ? field.value : '',
  ])

const getValue = (field: Field): string | boolean => (isChoice(field) ? field.checked : field.value)

function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  return isChoice(field)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue
}

const allFields = () => document.querySelectorAll<Field>('input, textarea, select')

/** Sets typed text with events, so that React notices it. */
function setValue(field: Field, value: string | boolean): void {
  if (getValue(field) === value) return
  if (typeof value === 'boolean') return field.click()
  const { prototype } = field.constructor as { prototype: object }
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

/** Remembers typed text until hydration, and can restore it in a new document. */
function rememberTyped() {
  const typed = new Map<FieldKey, string | boolean>()
  for (const field of allFields()) if (isTouched(field)) typed.set(getKey(field), getValue(field))
  const note = ({ target }: Event) => isField(target) && typed.set(getKey(target), getValue(target))
  let focused: FieldKey | null = null
  const noteFocus = () => {
    const { activeElement } = document
    focused = isField(activeElement) ? getKey(activeElement) : null
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
        const value = typed.get(getKey(field))
        if (value !== undefined) setValue(field, value)
        if (getKey(field) === wasFocused) field.focus({ preventScroll: true })
      }
      window.scrollTo(0, top)
    },
  }
}

/** A file of the build that the bundler's loader requests. */
const isOwnLink = (node: Node) =>
  node instanceof HTMLLinkElement && node.href.startsWith(`${location.origin}/`)

const isOursAmongHead = (node: Element) =>
  /^(?:META|TITLE|NOSCRIPT)$/.test(node.tagName) ||
  isOwnLink(node) ||
  (node instanceof HTMLStyleElement && node.hasAttribute('data-page-styles'))

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
 * Waits until the framework has decoded the page's data. Its first rendering throws their promise; a tap
 * while React waits for it at the root causes React's error 345.
 */
async function dataDecoded(browser: () => unknown): Promise<void> {
  try {
    browser()
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown
  }
}

/**
 * Hydrates the page. When foreign nodes make hydration fail, React renders the document again: the page keeps
 * its look (document.tsx) and the typed text, and the report names others as the cause.
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
    // Hydration errors occur before the router is ready, so typed text need not be restored any more.
    setTimeout(typed.stop)
  })
}
