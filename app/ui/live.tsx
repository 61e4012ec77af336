/**
 * A short text that changes without a new document. Translators wrap text nodes in elements, so
 * React's updates of a text node between others would be lost. As the only child of its element,
 * the text is replaced.
 */
export function Live({ children }: { children: string | number }) {
  return <span>{children}</span>
}
