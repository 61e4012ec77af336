/**
 * Russian time zones by region of the city directory, compared without case. Lists regions of
 * Moscow time only where the longitude would be wrong.
 */
const zonesByRegion: readonly (readonly [zone: string, ...regions: string[]])[] = [
  ['Europe/Kaliningrad', 'калининград'],
  [
    'Europe/Moscow',
    'татарстан',
    'кировская',
    'марий эл',
    'коми',
    'ненецкий',
    'архангельск',
    'вологод',
    'дагестан',
    'чувашск',
    'крым',
  ],
  ['Europe/Samara', 'самарская', 'удмурт'],
  ['Europe/Saratov', 'саратов'],
  ['Europe/Ulyanovsk', 'ульянов'],
  ['Europe/Astrakhan', 'астрахан'],
  [
    'Asia/Yekaterinburg',
    'свердлов',
    'челябин',
    'пермский',
    'башкорт',
    'оренбург',
    'тюмен',
    'курганская',
    'ханты-мансийск',
    'ямало-ненецк',
  ],
  ['Asia/Omsk', 'омская'],
  ['Asia/Novosibirsk', 'новосибир'],
  ['Asia/Tomsk', 'томская'],
  ['Asia/Barnaul', 'алтай'],
  ['Asia/Novokuznetsk', 'кемеров', 'кузбасс'],
  ['Asia/Krasnoyarsk', 'красноярск', 'хакас', 'тыва', 'тува'],
  ['Asia/Irkutsk', 'иркут', 'бурят'],
  ['Asia/Chita', 'забайкал'],
  ['Asia/Yakutsk', 'амурская'],
  ['Asia/Vladivostok', 'приморский', 'хабаровск', 'еврейская'],
  ['Asia/Sakhalin', 'сахалин'],
  ['Asia/Magadan', 'магадан'],
  ['Asia/Kamchatka', 'камчат'],
  ['Asia/Anadyr', 'чукот'],
]

/** The most likely zone up to each eastern longitude, without a region. */
const zonesByLongitude: readonly (readonly [degrees: number, zone: string])[] = [
  [23, 'Europe/Kaliningrad'],
  [50, 'Europe/Moscow'],
  [53.5, 'Europe/Samara'],
  [71, 'Asia/Yekaterinburg'],
  [76, 'Asia/Omsk'],
  [99, 'Asia/Krasnoyarsk'],
  [112.5, 'Asia/Irkutsk'],
  [130, 'Asia/Yakutsk'],
  [141, 'Asia/Vladivostok'],
  [155, 'Asia/Magadan'],
  [180, 'Asia/Kamchatka'],
]

interface Place {
  /** The region in the city directory; null when the city is unknown. */
  region: string | null
  longitude: number
}

/**
 * The time zone of a store. The region of its city by FIAS decides, because Russian zones follow
 * regions. Regions with several zones, such as Yakutia, use the longitude; so do cities without a
 * region. Moscow is the default.
 */
export function getTimeZone({ region, longitude }: Place): string {
  // Compares beginnings, so that «Костромская» does not match «Омская».
  const name = region && ` ${region.toLowerCase()}`
  const existing =
    name && zonesByRegion.find(([, ...stems]) => stems.some((stem) => name.includes(` ${stem}`)))
  if (existing) return existing[0]
  if (!Number.isFinite(longitude)) return 'Europe/Moscow'
  if (longitude < 0) return 'Asia/Anadyr'
  return zonesByLongitude.find(([degrees]) => longitude < degrees)?.[1] ?? 'Asia/Kamchatka'
}
