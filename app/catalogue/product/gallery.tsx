import { Picture } from '~/ui/picture'

import styles from './gallery.module.css'

type GalleryProps = { pictures: string[]; name: string }

const SIZE = 560

/** The product's pictures in a scrollable strip; arrows of a keyboard scroll it. */
export function Gallery({ pictures, name }: GalleryProps) {
  const [first = null] = pictures
  if (pictures.length < 2)
    return (
      <div className={styles.gallery}>
        <Picture src={first} alt={name} size={SIZE} isMain />
      </div>
    )
  return (
    <div className={styles.gallery}>
      {/* A scrollable strip needs the focus for keyboards. */}
      <div className={styles.strip} role="region" aria-label="Фотографии товара" tabIndex={0}>
        {pictures.map((src, place) => (
          <div className={styles.slide} id={`picture-${place + 1}`} key={src}>
            <Picture
              src={src}
              alt={place === 0 ? name : `${name}, фото ${place + 1}`}
              size={SIZE}
              isMain={place === 0}
            />
          </div>
        ))}
      </div>
      <ul className={styles.thumbs}>
        {pictures.map((src, place) => (
          <li key={src}>
            <a className={styles.thumb} href={`#picture-${place + 1}`}>
              <span className="visually-hidden">Фото {place + 1}</span>
              <Picture src={src} alt="" size={56} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
