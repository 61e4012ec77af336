/**
 * Zones that name no place: those of UTC, and the one that browsers against fingerprinting give
 * for everybody.
 */
const placeless =
  /^(?:Etc\/.*|UTC|UCT|GMT[+-]?0?|Greenwich|Universal|Zulu|Iceland|Atlantic\/Reykjavik)$/i

/** Whether a zone says nothing about its shopper's clock. */
export const isPlaceless = (zone: string): boolean => placeless.test(zone)
