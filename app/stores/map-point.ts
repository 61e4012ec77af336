/** A store on a map. */
export interface MapPoint {
  to: string
  name: string
  address: string
  latitude: number
  longitude: number
}

/** Points on both sides of the 180th meridian beside each other, not around the world. */
export function onOneSide(points: MapPoint[]): MapPoint[] {
  const longitudes = points.map(({ longitude }) => longitude)
  if (Math.max(...longitudes) - Math.min(...longitudes) <= 180) return points
  return points.map((point) => ({
    ...point,
    longitude: point.longitude < 0 ? point.longitude + 360 : point.longitude,
  }))
}
