/** A store on a map. */
export interface MapPoint {
  to: string
  name: string
  address: string
  latitude: number
  longitude: number
}
