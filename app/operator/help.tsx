import { Details } from '~/ui/details'

interface HelpProps {
  /** The operator's text as sanitised HTML; absent without one. */
  help: { title: string; html: string } | null | undefined
}

/** The operator's help for a screen, behind one tap. */
export function HelpText({ help }: HelpProps) {
  if (!help) return null
  return (
    <Details summary={help.title}>
      <div className="prose" dangerouslySetInnerHTML={{ __html: help.html }} />
    </Details>
  )
}
