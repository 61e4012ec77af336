/**
 * Time zones without a place: UTC and its names, and the zone of browsers that prevent
 * fingerprinting.
 */
const placeless =
  /^(?:Etc\/.*|UTC|UCT|GMT[+-]?0?|Greenwich|Universal|Zulu|Iceland|Atlantic\/Reykjavik)$/i

/** True when a zone says nothing about the shopper's clock. */
export const isPlaceless = (zone: string): boolean => placeless.test(zone)
