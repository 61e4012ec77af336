const SHARE = 'https://catima.app/share'
/** `--color-plate`, as Android writes a colour: opaque, a signed number of 32 bits. */
const PLATE = 0xff0e5a3a | 0

interface CatimaCard {
  store: string
  note: string
  cardid: string
}

/**
 * A link that the open-source wallet Catima imports a card from. All of it stands in the fragment,
 * which browsers send to nobody; values are encoded twice, as the wallet's documents ask for
 * (https://catimaloyalty.readthedocs.io, Card sharing URL format).
 */
export function catimaLink({ store, note, cardid }: CatimaCard): string {
  const fields = new URLSearchParams({
    store,
    note,
    cardid,
    barcodetype: 'CODE_128',
    headercolor: String(PLATE),
  })
  return `${SHARE}#${encodeURIComponent(fields.toString())}`
}
