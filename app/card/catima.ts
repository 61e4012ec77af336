const SHARE = 'https://catima.app/share'
const OPAQUE = 0xff000000

interface CatimaCard {
  store: string
  note: string
  cardid: string
  /** The brand's colour, `#0e5a3a`. */
  colour: string
}

/**
 * A link that imports a card into the open-source wallet Catima. All data are in the fragment,
 * which browsers never send. Values are encoded twice, as the wallet's documentation requires
 * (https://catimaloyalty.readthedocs.io, Card sharing URL format).
 */
export function catimaLink({ store, note, cardid, colour }: CatimaCard): string {
  const fields = new URLSearchParams({
    store,
    note,
    cardid,
    barcodetype: 'CODE_128',
    // Android writes a colour as a signed 32-bit number.
    headercolor: String(OPAQUE | parseInt(colour.slice(1), 16)),
  })
  return `${SHARE}#${encodeURIComponent(fields.toString())}`
}
