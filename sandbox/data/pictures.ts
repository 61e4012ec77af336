import { getChance } from './chance'

/** The drawings; every category has one. */
export type Motif = keyof typeof motifs

interface Colours {
  main: string
  dark: string
  light: string
}

const label = (x: number, y: number, width: number, height: number, { light, dark }: Colours) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${light}"/>` +
  `<rect x="${x + 8}" y="${y + height * 0.32}" width="${width - 16}" height="5" rx="2.5" fill="${dark}"/>` +
  `<rect x="${x + 8}" y="${y + height * 0.6}" width="${(width - 16) * 0.6}" height="5" rx="2.5" fill="${dark}" opacity=".5"/>`

const shine = (x: number, y: number, height: number) =>
  `<rect x="${x}" y="${y}" width="6" height="${height}" rx="3" fill="#fff" opacity=".45"/>`

/** Each motif stands on the line y = 204 of a square of 240 by 240. */
const motifs = {
  bottle: (c: Colours) =>
    `<path d="M106 36h28v28c0 12 22 20 22 44v82a14 14 0 0 1-14 14H98a14 14 0 0 1-14-14v-82c0-24 22-32 22-44z" fill="${c.main}"/>` +
    `<rect x="102" y="28" width="36" height="20" rx="5" fill="${c.dark}"/>` +
    label(84, 118, 72, 52, c) +
    shine(92, 104, 84),
  wine: (c: Colours) =>
    `<path d="M109 26h22v58c0 14 21 18 21 42v64a14 14 0 0 1-14 14h-36a14 14 0 0 1-14-14v-64c0-24 21-28 21-42z" fill="${c.dark}"/>` +
    `<rect x="107" y="24" width="26" height="34" rx="4" fill="${c.main}"/>` +
    label(88, 128, 64, 52, c) +
    shine(96, 118, 70),
  carton: (c: Colours) =>
    `<path d="M78 84l20-34h44l20 34z" fill="${c.dark}"/><rect x="98" y="36" width="44" height="18" rx="3" fill="${c.main}"/>` +
    `<path d="M78 84h84v112a8 8 0 0 1-8 8H86a8 8 0 0 1-8-8z" fill="${c.main}"/>` +
    `<path d="M78 150c28-22 52 18 84-6v52a8 8 0 0 1-8 8H86a8 8 0 0 1-8-8z" fill="${c.light}"/>` +
    `<rect x="94" y="104" width="52" height="8" rx="4" fill="#fff"/><rect x="104" y="120" width="32" height="6" rx="3" fill="#fff" opacity=".7"/>`,
  cup: (c: Colours) =>
    `<path d="M76 78h88l-10 116a10 10 0 0 1-10 10H96a10 10 0 0 1-10-10z" fill="${c.main}"/>` +
    `<rect x="68" y="62" width="104" height="20" rx="8" fill="${c.light}"/><path d="M172 68l18-8-2 14z" fill="${c.light}"/>` +
    `<circle cx="120" cy="142" r="30" fill="#fff"/><path d="M120 160c-22-14-20-34-8-34 6 0 8 5 8 5s2-5 8-5c12 0 14 20-8 34z" fill="${c.dark}"/>`,
  cheese: (c: Colours) =>
    `<path d="M36 150l118-70c32 6 50 30 50 60v48a10 10 0 0 1-10 10H46a10 10 0 0 1-10-10z" fill="${c.main}"/>` +
    `<path d="M36 150h168v38a10 10 0 0 1-10 10H46a10 10 0 0 1-10-10z" fill="${c.dark}" opacity=".35"/>` +
    `<circle cx="84" cy="172" r="13" fill="${c.light}"/><circle cx="150" cy="122" r="11" fill="${c.light}"/><circle cx="146" cy="176" r="9" fill="${c.light}"/><circle cx="184" cy="160" r="7" fill="${c.light}"/>`,
  egg: (c: Colours) =>
    `<ellipse cx="84" cy="124" rx="28" ry="38" fill="${c.light}"/><ellipse cx="156" cy="124" rx="28" ry="38" fill="${c.light}"/><ellipse cx="120" cy="116" rx="30" ry="42" fill="#fff6e6"/>` +
    `<path d="M36 140h168l-12 54a12 12 0 0 1-12 10H60a12 12 0 0 1-12-10z" fill="${c.main}"/><path d="M36 140h168l-3 14H39z" fill="${c.dark}" opacity=".5"/>` +
    shine(110, 92, 26),
  carrot: (c: Colours) =>
    `<path d="M132 84c22 22 20 40-2 60l-66 58c-8 6-16-2-10-10l52-72c16-26 14-44 26-36z" fill="#f08a2c"/>` +
    `<path d="M112 118l14 12M94 142l14 12M78 166l12 10" stroke="#c9651a" stroke-width="6" stroke-linecap="round"/>` +
    `<path d="M128 92c-6-36 8-54 24-60 2 20-2 36-12 54zM136 94c8-30 34-40 54-34-8 20-26 36-46 40z" fill="${c.main}"/><path d="M138 98c22-10 40-2 50 12-18 8-36 6-50-4z" fill="${c.dark}"/>`,
  apple: (c: Colours) =>
    `<path d="M120 84c22-18 74-12 74 42 0 46-32 78-54 78-10 0-12-5-20-5s-10 5-20 5c-22 0-54-32-54-78 0-54 52-60 74-42z" fill="${c.main}"/>` +
    `<path d="M120 84c-2-20 2-34 12-46" stroke="#7a4b28" stroke-width="7" fill="none" stroke-linecap="round"/><path d="M130 62c8-22 32-26 50-20-6 20-28 30-50 20z" fill="#55a84b"/>` +
    `<path d="M66 116c2-16 12-24 24-26" stroke="#fff" stroke-width="8" fill="none" stroke-linecap="round" opacity=".6"/>`,
  round: (c: Colours) =>
    `<ellipse cx="120" cy="140" rx="72" ry="64" fill="${c.main}"/><path d="M192 140a72 64 0 0 1-130 38c50 14 104-6 120-72a60 60 0 0 1 10 34z" fill="${c.dark}" opacity=".35"/>` +
    `<path d="M120 84c-20-4-30-18-32-34 18 0 30 10 34 26 4-20 16-30 36-32-2 22-14 36-34 40z" fill="#55a84b"/><path d="M72 126c4-16 14-24 26-28" stroke="#fff" stroke-width="8" fill="none" stroke-linecap="round" opacity=".6"/>`,
  long: (c: Colours) =>
    `<g transform="rotate(-38 120 130)"><rect x="34" y="96" width="166" height="66" rx="33" fill="${c.main}"/><path d="M40 146c40 12 110 12 154 0-8 12-18 16-28 16H67c-12 0-22-6-27-16z" fill="${c.dark}" opacity=".4"/>` +
    `<path d="M196 112l22-10 8 28-8 22-22-10z" fill="#55a84b"/><rect x="60" y="108" width="90" height="8" rx="4" fill="#fff" opacity=".5"/></g>`,
  banana: (c: Colours) =>
    `<path d="M58 74c8 60 52 96 118 92l14 14c-24 24-84 26-122-10C40 144 34 108 44 76z" fill="${c.main}"/><path d="M44 76l4-26 12-2-2 26z" fill="#7a4b28"/>` +
    `<path d="M176 166l14 14 8-2-12-16z" fill="#7a4b28"/><path d="M54 92c8 46 42 80 110 82" stroke="${c.dark}" stroke-width="5" fill="none" stroke-linecap="round" opacity=".5"/>`,
  leaf: (c: Colours) =>
    `<path d="M118 204c-6-70-50-70-58-122 46-6 66 36 60 78 0-60 14-106 70-124 12 70-30 92-62 168z" fill="${c.main}"/>` +
    `<path d="M120 204c2-60 26-104 54-144M118 190c-6-40-20-66-40-90" stroke="${c.dark}" stroke-width="5" fill="none" stroke-linecap="round"/>`,
  berry: (c: Colours) =>
    `<circle cx="90" cy="152" r="34" fill="${c.main}"/><circle cx="152" cy="156" r="34" fill="${c.dark}"/><circle cx="120" cy="110" r="34" fill="${c.main}"/>` +
    `<path d="M120 76c-4-16 6-32 26-40 4 18-6 34-26 40z" fill="#55a84b"/><circle cx="110" cy="98" r="8" fill="#fff" opacity=".5"/><circle cx="80" cy="140" r="8" fill="#fff" opacity=".5"/><circle cx="142" cy="144" r="8" fill="#fff" opacity=".4"/>`,
  loaf: (c: Colours) =>
    `<path d="M40 128c0-38 36-54 80-54s80 16 80 54c0 14-8 22-14 24v40a10 10 0 0 1-10 10H64a10 10 0 0 1-10-10v-40c-6-2-14-10-14-24z" fill="#d9963f"/>` +
    `<path d="M54 132c0-30 30-44 66-44s66 14 66 44c0 8-8 12-8 12v46H62v-46s-8-4-8-12z" fill="#f5d49a"/>` +
    `<path d="M88 110l16 22M118 104l14 22M146 110l12 20" stroke="${c.main}" stroke-width="8" stroke-linecap="round"/>`,
  cake: (c: Colours) =>
    `<path d="M44 130h152v60a12 12 0 0 1-12 12H56a12 12 0 0 1-12-12z" fill="#f5d49a"/><path d="M44 158h152v14H44z" fill="${c.main}"/>` +
    `<path d="M44 130c0-26 30-38 76-38s76 12 76 38c0 20-20 22-26 6-8 26-32 26-38 2-6 22-30 22-36-2-8 24-30 22-36-4-4 16-16 14-16-2z" fill="${c.light}"/><circle cx="120" cy="76" r="16" fill="${c.dark}"/><path d="M120 60c2-12 8-18 18-22" stroke="#55a84b" stroke-width="5" fill="none" stroke-linecap="round"/>`,
  meat: (c: Colours) =>
    `<path d="M50 130c0-46 50-70 94-58 40 10 56 44 48 74-8 32-40 50-74 48-30-2-38 8-52 4-18-6-16-36-16-68z" fill="#c84b4b"/>` +
    `<path d="M66 132c0-34 40-54 76-44 30 8 42 34 36 56-6 24-30 36-58 36-24 0-34 10-44 6-10-6-10-30-10-54z" fill="#e77f78"/>` +
    `<ellipse cx="140" cy="118" rx="18" ry="15" fill="#fff1e6"/><path d="M84 150c16-16 30-4 50-14M90 172c16-10 30 0 48-10" stroke="#fff1e6" stroke-width="6" fill="none" stroke-linecap="round"/><path d="M60 196c10 12 22 6 30 2" stroke="${c.main}" stroke-width="5" fill="none"/>`,
  sausage: (c: Colours) =>
    `<g transform="rotate(-24 120 130)"><rect x="36" y="100" width="168" height="60" rx="30" fill="#c65a4a"/><path d="M150 100h24a30 30 0 0 1 0 60h-24z" fill="#f2b3a4"/><ellipse cx="164" cy="130" rx="13" ry="24" fill="#f8d1c6"/>` +
    `<rect x="70" y="100" width="54" height="60" fill="${c.main}"/><rect x="78" y="118" width="38" height="6" rx="3" fill="#fff"/><rect x="78" y="132" width="24" height="6" rx="3" fill="#fff" opacity=".7"/><path d="M36 130l-18-14v28z" fill="#8f3a30"/></g>`,
  bag: (c: Colours) =>
    `<path d="M66 44h108l-6 22c10 40 10 90 6 138H66c-4-48-4-98 6-138z" fill="${c.main}"/><path d="M66 44h108l-6 22H72z" fill="${c.dark}"/><path d="M66 204l3-18h102l3 18z" fill="${c.dark}"/>` +
    `<circle cx="120" cy="126" r="34" fill="${c.light}"/><path d="M120 150c-18-16-18-34 0-50 18 16 18 34 0 50z" fill="${c.dark}"/>` +
    shine(80, 82, 60),
  fish: (c: Colours) =>
    `<path d="M30 138c30-56 100-66 138-22l36-30c6 26 6 56 0 82l-36-30c-38 48-108 54-138 0z" fill="${c.main}"/><path d="M30 138c30 54 100 48 138 0-40 16-90 18-138 0z" fill="${c.light}"/>` +
    `<circle cx="66" cy="124" r="9" fill="#fff"/><circle cx="66" cy="124" r="4.500" fill="#223"/><path d="M92 106c12 18 12 42 0 60M120 112c8 14 8 30 0 46" stroke="${c.dark}" stroke-width="5" fill="none" stroke-linecap="round"/>`,
  can: (c: Colours) =>
    `<path d="M60 92h120v96c0 12-120 12-120 0z" fill="${c.main}"/><ellipse cx="120" cy="188" rx="60" ry="14" fill="${c.main}"/><ellipse cx="120" cy="92" rx="60" ry="18" fill="#c9ced6"/><ellipse cx="120" cy="92" rx="46" ry="12" fill="#e6e9ee"/>` +
    `<ellipse cx="120" cy="90" rx="12" ry="5" fill="#9aa3af"/>` +
    label(84, 124, 72, 52, c),
  jar: (c: Colours) =>
    `<rect x="70" y="80" width="100" height="124" rx="20" fill="${c.main}"/><rect x="78" y="48" width="84" height="34" rx="7" fill="${c.dark}"/>` +
    label(70, 114, 100, 58, c) +
    shine(80, 94, 92),
  box: (c: Colours) =>
    `<path d="M58 78l24-22h124l-24 22z" fill="${c.light}"/><path d="M182 78l24-22v124l-24 24z" fill="${c.dark}"/><rect x="58" y="78" width="124" height="126" fill="${c.main}"/>` +
    `<circle cx="120" cy="130" r="30" fill="#fff" opacity=".9"/><path d="M108 130l9 10 16-20" stroke="${c.main}" stroke-width="8" fill="none" stroke-linecap="round" stroke-linejoin="round"/><rect x="84" y="176" width="72" height="7" rx="3.500" fill="#fff" opacity=".8"/>`,
  chocolate: (c: Colours) =>
    `<g transform="rotate(-10 120 126)"><rect x="72" y="44" width="96" height="90" rx="6" fill="#6b3d22"/><path d="M80 52h36v32H80zM124 52h36v32h-36zM80 92h36v32H80zM124 92h36v32h-36z" fill="#86512f"/>` +
    `<path d="M64 112l14-8 14 8 14-8 14 8 14-8 14 8 14-8 14 8v86a8 8 0 0 1-8 8H72a8 8 0 0 1-8-8z" fill="${c.main}"/>` +
    `<rect x="84" y="146" width="72" height="9" rx="4.500" fill="${c.light}"/><rect x="98" y="166" width="44" height="7" rx="3.500" fill="${c.light}" opacity=".7"/></g>`,
  cookie: (c: Colours) =>
    `<circle cx="120" cy="130" r="72" fill="#d9963f"/><circle cx="120" cy="126" r="64" fill="#e8b062"/><circle cx="94" cy="102" r="10" fill="#6b3d22"/><circle cx="140" cy="92" r="8" fill="#6b3d22"/><circle cx="152" cy="138" r="11" fill="#6b3d22"/><circle cx="104" cy="152" r="9" fill="#6b3d22"/><circle cx="122" cy="124" r="6" fill="${c.main}"/><circle cx="84" cy="132" r="6" fill="${c.main}"/>`,
  candy: (c: Colours) =>
    `<path d="M74 130L28 96c-6 22-6 46 0 68zM166 130l46-34c6 22 6 46 0 68z" fill="${c.light}"/><circle cx="120" cy="130" r="54" fill="${c.main}"/><path d="M84 92c34 6 64 36 74 76M70 116c26 8 50 32 60 66M110 78c32 8 56 32 64 58" stroke="${c.light}" stroke-width="10" fill="none"/><circle cx="102" cy="106" r="9" fill="#fff" opacity=".6"/>`,
  spray: (c: Colours) =>
    `<path d="M94 60h44v26c22 14 28 30 28 56v48a14 14 0 0 1-14 14H86a14 14 0 0 1-14-14v-48c0-26 8-42 22-56z" fill="${c.main}"/><path d="M84 34h64c10 0 14 6 14 14v14H92l-16 18-8-8 16-22z" fill="${c.dark}"/>` +
    label(84, 128, 72, 48, c) +
    shine(80, 130, 56),
  tube: (c: Colours) =>
    `<path d="M72 40h96l-14 132H86z" fill="${c.main}"/><path d="M70 34h100v16H70z" fill="${c.light}"/><rect x="90" y="172" width="60" height="32" rx="6" fill="${c.dark}"/><path d="M92 78h56M96 96h36" stroke="#fff" stroke-width="8" stroke-linecap="round"/><circle cx="120" cy="134" r="16" fill="${c.light}"/>`,
  roll: (c: Colours) =>
    `<path d="M72 66h96v126c0 16-96 16-96 0z" fill="#fff"/><path d="M168 96h34v108l-10-8-12 8-12-8z" fill="#f2f4f7"/><ellipse cx="120" cy="66" rx="48" ry="18" fill="#eef1f5"/><ellipse cx="120" cy="66" rx="16" ry="6" fill="${c.dark}"/><path d="M72 116c32 14 64 14 96 0v22c-32 14-64 14-96 0z" fill="${c.main}"/>`,
  paw: (c: Colours) =>
    `<path d="M60 56h120v140a8 8 0 0 1-8 8H68a8 8 0 0 1-8-8z" fill="${c.main}"/><path d="M60 56l12-18h96l12 18z" fill="${c.dark}"/><circle cx="120" cy="132" r="46" fill="${c.light}"/>` +
    `<path d="M120 132c14 0 26 14 22 24-4 8-14 4-22 4s-18 4-22-4c-4-10 8-24 22-24z" fill="${c.dark}"/><circle cx="94" cy="126" r="8" fill="${c.dark}"/><circle cx="110" cy="112" r="8" fill="${c.dark}"/><circle cx="130" cy="112" r="8" fill="${c.dark}"/><circle cx="146" cy="126" r="8" fill="${c.dark}"/>`,
}

const HUES = [4, 22, 38, 96, 142, 168, 196, 214, 262, 318, 340]

/** Natural products have their own colours; packs may have any. */
const NATURAL_HUES: Partial<Record<Motif, readonly number[]>> = {
  apple: [2, 48, 88, 100],
  banana: [48],
  berry: [346, 232, 262],
  carrot: [110],
  cheese: [40, 44, 48],
  egg: [150, 196, 214],
  fish: [196, 206, 214],
  leaf: [96, 110, 128],
}

function getColours(seed: string, motif?: Motif, natural?: number): Colours & { hue: number } {
  const hues = (motif && NATURAL_HUES[motif]) ?? HUES
  const hue = natural ?? getChance(`colours of ${seed}`).pick(hues)
  return {
    hue,
    main: `hsl(${hue} 62% 54%)`,
    dark: `hsl(${hue} 58% 36%)`,
    light: `hsl(${hue} 72% 88%)`,
  }
}

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}

/** The motifs in a file name such as `cheese-carton-1`; a box without any. */
function motifsNamed(name: string): [Motif, ...Motif[]] {
  const [first = 'box', ...rest] = name.split('-').filter((part): part is Motif => part in motifs)
  return [first, ...rest]
}

const shadow = '<ellipse cx="120" cy="206" rx="76" ry="9" fill="#000" opacity=".1"/>'

/** A product's picture: its motif on white. */
export function drawProduct(seed: string, motif: Motif, hue?: number): string {
  return svg(
    240,
    240,
    `<rect width="240" height="240" fill="#fff"/>${shadow}${motifs[motif](getColours(seed, motif, hue))}`,
  )
}

/** The picture of a coupon or an offer: a tinted card with the motif of its file name. */
export function drawCoupon(seed: string): string {
  const [motif] = motifsNamed(seed)
  const colours = getColours(seed, motif)
  return svg(
    320,
    240,
    `<rect width="320" height="240" fill="hsl(${colours.hue} 70% 93%)"/><circle cx="236" cy="70" r="120" fill="hsl(${colours.hue} 70% 86%)"/>` +
      `<g transform="translate(40 0)">${shadow}${motifs[motif](colours)}</g>`,
  )
}

/** A wide banner picture with the motifs of its file name; the text is the page's own. */
export function drawBanner(seed: string): string {
  const colours = getColours(seed)
  const drawn = motifsNamed(seed).map(
    (motif, place) =>
      `<g transform="translate(${340 + place * 130} ${30 + (place % 2) * 20}) scale(.8)">${motifs[motif](getColours(`${seed} ${place}`, motif))}</g>`,
  )
  return svg(
    800,
    260,
    `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${colours.hue} 64% 44%)"/><stop offset="1" stop-color="hsl(${colours.hue + 40} 70% 66%)"/></linearGradient></defs>` +
      `<rect width="800" height="260" fill="url(#g)"/><circle cx="560" cy="140" r="190" fill="#fff" opacity=".16"/>${drawn.join('')}`,
  )
}
