/**
 * A short text beside others that changes without a new document. Translators move text nodes into elements of
 * their own, where React would change them in vain. A text that is the only child of its element is replaced whole.
 */
export function Live({ children }: { children: string | number }) {
  return <span>{children}</span>
}
