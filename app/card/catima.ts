const SHARE = 'https://catima.app/share'
const OPAQUE = 0xff000000

interface CatimaCard {
  store: string
  note: string
  cardid: string
  /** The brand's, `#0e5a3a`. */
  colour: string
}

/**
 * A link that the open-source wallet Catima imports a card from. All of it stands in the fragment,
 * which browsers never send; values are encoded twice, as the wallet's documents ask for
 * (https://catimaloyalty.readthedocs.io, Card sharing URL format).
 */
export function catimaLink({ store, note, cardid, colour }: CatimaCard): string {
  const fields = new URLSearchParams({
    store,
    note,
    cardid,
    barcodetype: 'CODE_128',
    // As Android writes a colour: a signed number of 32 bits.
    headercolor: String(OPAQUE | parseInt(colour.slice(1), 16)),
  })
  return `${SHARE}#${encodeURIComponent(fields.toString())}`
}
