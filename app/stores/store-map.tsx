import { useStoreMap, type Points } from './use-store-map'
import { Button } from '~/ui/button'

import styles from './map.module.css'

type StoreMapProps = {
  map: { tilesUrl: string; attribution: string }
  points: Points
  /** True beside a list, where a desktop shows it at once. */
  isBeside?: boolean
}

const classNames = {
  point: styles.point ?? '',
  cluster: styles.cluster ?? '',
  popup: styles.popup ?? '',
}

/** A map on demand; the list beside it has the same stores. */
export function StoreMap({ map, points, isBeside }: StoreMapProps) {
  const { place, canShow, state, show } = useStoreMap(points, { ...map, classNames }, isBeside)
  if (!canShow) return <div className={styles.awaited} />
  const isShown = state === 'shown' || state === 'cut'
  return (
    <div className={isShown ? styles.whole : undefined}>
      {!isShown && (
        <Button
          type="button"
          variant="secondary"
          size="small"
          icon="expand"
          onClick={show}
          aria-disabled={state === 'loading' || undefined}
        >
          {state === 'loading' ? 'Загружаем карту…' : 'Показать на карте'}
        </Button>
      )}
      <p className={styles.failed} role="status">
        {state === 'failed' && 'Карта не загрузилась. Попробуйте ещё раз.'}
        {state === 'cut' && 'На карте не все магазины: их слишком много. Уточните поиск.'}
      </p>
      <div className={styles.map} ref={place} role="region" aria-label="Карта магазинов" hidden />
    </div>
  )
}
