/**
 * A short text beside others that changes without a new document. Translators move text nodes into elements of
 * their own, where React would change them in vain: another text is another element. A text that is
 * the only child of its element needs none.
 */
export function Live({ children }: { children: string | number }) {
  return <span key={children}>{children}</span>
}
