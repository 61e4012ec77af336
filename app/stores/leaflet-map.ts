import L from 'leaflet'
import 'leaflet.markercluster'
import 'leaflet/dist/leaflet.css'
import 'leaflet.markercluster/dist/MarkerCluster.css'

import { plural } from '~/lib/numbers'

import { onOneSide, type MapPoint } from './map-point'

export interface MapOptions {
  tilesUrl: string
  attribution: string
  points: MapPoint[]
  /** Class names of the markers from the screen's style sheet. */
  classNames: { point: string; cluster: string; popup: string }
}

const CLOSEST_ZOOM = 16

/** The popup of a marker; names are inserted as text. */
function getPopup({ to, name, address }: MapPoint, className: string): HTMLElement {
  const box = document.createElement('div')
  box.className = className
  const link = document.createElement('a')
  link.href = to
  link.textContent = name
  const place = document.createElement('p')
  place.textContent = address
  box.append(link, place)
  return box
}

/**
 * Draws a map of stores with clusters. Markers are focusable and open with Enter; arrow keys move
 * the map.
 * @returns a function that removes the map
 */
export function drawMap(element: HTMLElement, options: MapOptions): () => void {
  const { tilesUrl, attribution, points, classNames } = options
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = L.map(element, {
    scrollWheelZoom: false,
    zoomControl: false,
    zoomAnimation: !isCalm,
    fadeAnimation: !isCalm,
    markerZoomAnimation: !isCalm,
  })
  map.attributionControl.setPrefix(false)
  // Dragging the map down must not start the pull-to-refresh of the page.
  element.addEventListener('touchstart', (event) => event.stopPropagation(), { passive: true })
  L.control.zoom({ zoomInTitle: 'Приблизить', zoomOutTitle: 'Отдалить' }).addTo(map)
  // Public tile servers refuse requests without the site's origin.
  const referrerPolicy = 'strict-origin-when-cross-origin'
  L.tileLayer(tilesUrl, { attribution, maxZoom: 19, referrerPolicy }).addTo(map)

  const group = L.markerClusterGroup({
    showCoverageOnHover: false,
    animate: !isCalm,
    maxClusterRadius: 48,
    iconCreateFunction(cluster) {
      const count = cluster.getChildCount()
      const stores = plural(count, 'магазин', 'магазина', 'магазинов')
      return L.divIcon({
        className: classNames.cluster,
        html: `${count}<span class="visually-hidden"> ${stores} рядом, приблизить</span>`,
        iconSize: [44, 44],
      })
    },
  })
  // The library has no setting for this label.
  map.on('popupopen', ({ popup }) =>
    popup
      .getElement()
      ?.querySelector('.leaflet-popup-close-button')
      ?.setAttribute('aria-label', 'Закрыть'),
  )
  for (const point of onOneSide(points)) {
    const icon = L.divIcon({ className: classNames.point, iconSize: [28, 28] })
    const mark = L.marker([point.latitude, point.longitude], { icon, title: point.name })
    mark.bindPopup(getPopup(point, classNames.popup))
    mark.on('add', () => mark.getElement()?.setAttribute('aria-label', point.name))
    group.addLayer(mark)
  }
  group.addTo(map)

  const bounds = L.latLngBounds(
    onOneSide(points).map(({ latitude, longitude }) => [latitude, longitude]),
  )
  if (bounds.isValid()) map.fitBounds(bounds, { maxZoom: CLOSEST_ZOOM, padding: [24, 24] })
  else map.setView([55.75, 37.62], 4)
  return () => void map.remove()
}
