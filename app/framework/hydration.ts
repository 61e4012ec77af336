import { createElement, startTransition, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'

import { reportError } from '~/platform/report-error'

import { DEFERRED_ID, type PageBeforeScripts } from './deferred-scripts'
import { routerReady } from './browser-router'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isChoice = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)

/** A field by form, name and, for one of several, value: the same in a new document. */
const getKey = (field: Field): string =>
  JSON.stringify([
    field.form?.getAttribute('action') ?? '',
    field.name || field.id,
    isChoice(field) ? field.value : '',
  ])

const getValue = (field: Field) => (isChoice(field) ? field.checked : field.value)

function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  return getValue(field) !== (isChoice(field) ? field.defaultChecked : field.defaultValue)
}

/** Sets typed text with events, so that React notices it. */
function setValue(field: Field, value: string | boolean): void {
  if (getValue(field) === value) return
  if (typeof value === 'boolean') return field.click()
  const { prototype } = field.constructor as { prototype: object }
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

const getFields = () => [...document.querySelectorAll<Field>('input, textarea, select')]

/** Holds the fields of this document: removed ones keep their text, and a new document gets it. */
function holdFields() {
  const fields = getFields()
  let focused = document.activeElement
  const noteFocus = ({ target }: Event) => void (focused = target as Element)
  document.addEventListener('focusin', noteFocus)
  const top = window.scrollY
  return {
    stop: () => document.removeEventListener('focusin', noteFocus),
    restore() {
      const lost = new Map(fields.map((field) => [getKey(field), field]))
      const lastFocused = focused
      for (const field of getFields()) {
        const before = lost.get(getKey(field))
        if (before && isTouched(before)) setValue(field, getValue(before))
        if (before && before === lastFocused) field.focus({ preventScroll: true })
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
  const { foreignChanges = [] } = window as PageBeforeScripts
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
  const held = holdFields()
  const isChanged = isChangedByOthers()
  const { stopWatching } = window as PageBeforeScripts
  startTransition(() => {
    hydrateRoot(document, createElement(Browser), {
      onRecoverableError(error) {
        const isOthers = isChanged || isChangedByOthers()
        reportError(error, isOthers ? 'changed page' : 'hydration')
        held.restore()
      },
    })
  })
  void routerReady.then(() => {
    stopWatching?.()
    // Hydration errors occur before the router is ready, so typed text need not be restored any more.
    setTimeout(held.stop)
  })
}
