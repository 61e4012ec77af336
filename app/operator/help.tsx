import { Details } from '~/ui/details'

interface HelpProps {
  /** The operator's text, made safe on the server; absent where there is none. */
  help: { title: string; html: string } | null | undefined
}

/** The operator's own help with a screen, one tap away. */
export function HelpText({ help }: HelpProps) {
  if (!help) return null
  return (
    <Details summary={help.title}>
      <div className="prose" dangerouslySetInnerHTML={{ __html: help.html }} />
    </Details>
  )
}
