import type { ReactNode } from 'react'

import { LiveRegion } from './live-region'
import { Notice, type Tone } from './notice'

type FlashProps = {
  type: Tone
  title: string
  description?: string
  action?: ReactNode
}

/** The last page's notice in the page, for browsers without scripts. */
export function FlashMessage({ type, title, description, action }: FlashProps) {
  return (
    <LiveRegion isUrgent={type === 'error'}>
      <Notice tone={type} title={title} text={description} action={action} />
    </LiveRegion>
  )
}
