import type { Banner } from '../../app/gateways/schemas/account.server'
import { longText } from './longText'

const BANNERS: readonly Omit<Banner, 'imageUrl'>[] = [
  { id: 'banner-1', title: 'Двойные звёзды по выходным', link: '/actions/offers' },
  {
    id: 'banner-2',
    title: 'Сыры «Луговая песня» со скидкой до 30%',
    link: '/catalog',
    advertiser: 'ООО «Луговая песня»',
    erid: '2SDnjcAprelTest7',
  },
  { id: 'banner-3', title: 'Свежие овощи каждый день', link: '/categories' },
  { id: 'banner-4', title: 'Расскажите, как вам у нас', link: '/profile/survey/poll-1' },
]

/** The banners of the day. */
export function makeBanners(imageOrigin: string, count: number, isVeryLong: boolean): Banner[] {
  return Array.from({ length: count }, (_, number) => {
    const banner = BANNERS[number % BANNERS.length]!
    return {
      ...banner,
      id: `banner-${number + 1}`,
      title: isVeryLong ? longText(300, `${banner.title} `) : banner.title,
      imageUrl: `${imageOrigin}/images/banners/${number + 1}.svg`,
    }
  })
}
