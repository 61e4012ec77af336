import { Notice, type Tone } from './notice'

type FlashProps = {
  type: Tone
  title: string
  description?: string
}

/** What happened on the page before, shown in place: the toast of a browser without scripts. */
export function Flash({ type, title, description }: FlashProps) {
  return (
    <Notice
      tone={type}
      title={title}
      text={description}
      role={type === 'error' ? 'alert' : 'status'}
    />
  )
}
