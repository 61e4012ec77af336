import { useEffect } from 'react'

import { FlashMessage } from '~/ui/toast'

import { useHydrated } from 'remix-utils/use-hydrated'
import { showToast } from '~/ui/toasts'

interface FlashToastProps {
  flash: {
    type: 'success' | 'info' | 'warning' | 'error'
    title: string
    description?: string
    stays?: boolean
  }
}

/** The result of the last page: part of the page without a script, a toast with one. */
export function FlashToast({ flash }: FlashToastProps) {
  const isHydrated = useHydrated()
  useEffect(() => {
    const { type: theme, title, description, stays = false } = flash
    showToast({ theme, title, description, persistent: stays || theme === 'error' })
  }, [flash])
  return isHydrated ? null : <FlashMessage {...flash} />
}
