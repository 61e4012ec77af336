import { useEffect, useRef } from 'react'

import { track } from '~/analytics/events'
import { tracked } from '~/analytics/tracked'
import { Link } from '~/ui/link'
import { lowPriority } from '~/ui/picture'

import styles from './today.module.css'
import type { BannerView } from './today-view.server'

/** A picture with a link; advertising is marked and names its advertiser. */
export function Banner({ banner }: { banner: BannerView }) {
  const ref = useBannerSeen<HTMLElement>(banner.id)
  return (
    <section className={styles.banner} aria-label="Баннер" ref={ref}>
      <BannerLink {...banner} />
      {banner.advertising && <p className={styles.advertising}>{banner.advertising}</p>}
    </section>
  )
}

/** The link contains no data of the shopper, and other sites get no referrer. */
function BannerLink({ id, title, picture, link, isOwn, advertising }: BannerView) {
  const image = (
    <>
      <img
        className={styles.bannerPicture}
        src={picture}
        alt=""
        width={640}
        height={240}
        loading="lazy"
        {...lowPriority}
      />
      <span className={styles.bannerTitle}>
        <span className="clamped">{title}</span>
      </span>
    </>
  )
  const event = tracked('Banner:Click', { banner_id: id })
  if (isOwn && !advertising)
    return (
      <Link to={link} {...event}>
        {image}
      </Link>
    )
  return (
    <a
      href={link}
      rel={advertising ? 'sponsored nofollow noopener noreferrer' : 'noopener noreferrer'}
      referrerPolicy="no-referrer"
      {...event}
    >
      {image}
    </a>
  )
}

/** Reports once per page that a banner became visible; returns the ref for its element. */
function useBannerSeen<Shown extends Element>(id: string) {
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
