import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'

import { ButtonLink } from './button'
import { LiveRegion } from './live-region'
import { Notice, type Tone } from './notice'

type FlashProps = {
  type: Tone
  title: string
  description?: string
  action?: ReactNode
}

/** The last page's notice in the page, for browsers without scripts; the same address shows it no more. */
export function FlashMessage({ type, title, description, action }: FlashProps) {
  const { pathname, search } = useLocation()
  const actions = (
    <>
      {action}
      <ButtonLink to={pathname + search} variant="quiet" size="small" reloadDocument>
        Закрыть
      </ButtonLink>
    </>
  )
  return (
    <LiveRegion isUrgent={type === 'error'}>
      <Notice tone={type} title={title} text={description} action={actions} />
    </LiveRegion>
  )
}
