import type { Banner } from '../../app/gateways/schemas/account.server'
import { longText } from './longText'

const BANNERS: readonly (Omit<Banner, 'imageUrl' | 'id'> & { motifs: string })[] = [
  { title: 'Двойные звёзды по выходным', link: '/actions/offers', motifs: 'apple-loaf-carton' },
  {
    title: 'Сыры «Луговая песня» со скидкой до 30%',
    link: '/catalog',
    advertiser: 'ООО «Луговая песня»',
    erid: '2SDnjcAprelTest7',
    motifs: 'cheese-cheese-cheese',
  },
  { title: 'Свежие овощи каждый день', link: '/categories', motifs: 'carrot-round-leaf' },
  {
    title: 'Расскажите, как вам у нас',
    link: '/profile/survey/poll-1',
    motifs: 'cake-candy-cookie',
  },
]

/** The banners of the day. */
export function makeBanners(imageOrigin: string, count: number, isVeryLong: boolean): Banner[] {
  return Array.from({ length: count }, (_, number) => {
    const { motifs, ...banner } = BANNERS[number % BANNERS.length]!
    return {
      ...banner,
      id: `banner-${number + 1}`,
      title: isVeryLong ? longText(300, `${banner.title} `) : banner.title,
      imageUrl: `${imageOrigin}/images/banners/${motifs}-${number + 1}.svg`,
    }
  })
}
