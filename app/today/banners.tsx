import { useEffect, useRef } from 'react'

import { track } from '~/analytics/events'
import { tracked } from '~/analytics/tracked'
import { Link } from '~/ui/link'
import { lowPriority } from '~/ui/picture'

import styles from './today.module.css'
import type { BannerView } from './today-view.server'

/** Pictures with links; advertising is marked and names its advertiser. */
export function Banners({ banners }: { banners: BannerView[] }) {
  if (banners.length === 0) return null
  return (
    <section aria-label="Баннеры">
      <ul className={styles.banners}>
        {banners.map((banner, place) => (
          <Banner key={place} {...banner} />
        ))}
      </ul>
    </section>
  )
}

function Banner(banner: BannerView) {
  const ref = useBannerSeen<HTMLLIElement>(banner.id)
  return (
    <li ref={ref}>
      <BannerLink {...banner} />
      {banner.advertising && <p className={styles.advertising}>{banner.advertising}</p>}
    </li>
  )
}

/** The link contains no data of the shopper, and other sites get no referrer. */
function BannerLink({ id, title, picture, link, isOwn, advertising }: BannerView) {
  const image = (
    <>
      <img
        className={styles.banner}
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
