import { useEffect, useRef } from 'react'

import { track } from '~/analytics/events'

/** Reports once per page that a banner became visible; returns the ref for its element. */
export function useBannerSeen<Shown extends Element>(id: string) {
  const ref = useRef<Shown>(null)
  useEffect(() => {
    if (!ref.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        track('Banner:View', { banner_id: id })
      },
      { threshold: 0.5 },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [id])
  return ref
}
