import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { loadBlocks } from '~/gateways/load-blocks.server'
import { storeHref } from '~/domain/hrefs'
import { pageTitle } from '~/domain/page-title'
import { Block, BlockError } from '~/ui/block'
import { ProductGrid, ProductTile } from '~/catalogue/products/product-tile'
import { AdultGate } from '~/catalogue/products/adult-gate'
import { PageHeader } from '~/ui/page-header'
import { StoreLine } from '~/catalogue/store-line'
import { classes } from '~/ui/classes'
import { Picture } from '~/ui/picture'

import { Buy } from './buy'
import styles from './product.module.css'
import { ReviewsPreview } from './reviews-preview'
import { backFrom, findProduct, listSimilar, productView, type ProductView } from './product.server'
import { isReviewSent } from './review-form.server'
import { reviewView, scoresView } from './reviews.server'

const PREVIEWED_REVIEWS = 3

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  pageTitle(matches, data?.product?.name ?? 'Товар'),
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { chosen: store } = await context.chosenStore()
  const part = params.product
  const product = await findProduct(request, context, { part, storeCode: store.code })
  const page = {
    store,
    back: backFrom(request),
    product: null,
    isForAdults: false,
  } as const
  if (!product) return page
  if (product.isForAdults && !context.cookies.read('v1_adult'))
    return { ...page, isForAdults: true }
  const { id } = product
  const { catalogue } = context.gateways
  const [{ scores, reviews, similar }, isSent] = await Promise.all([
    loadBlocks({
      scores: catalogue.getScores(id),
      reviews: catalogue.listReviews({ productId: id, limit: PREVIEWED_REVIEWS, offset: 0 }),
      similar: listSimilar(context, product, store.code),
    }),
    isReviewSent(context, id),
  ])
  return {
    ...page,
    product: productView(product),
    scores: scores ? scoresView(scores) : null,
    reviews: reviews?.items.map(reviewView) ?? null,
    isSent,
    similar: similar ?? null,
  }
}

export default function ProductScreen() {
  const loaded = useLoaderData<typeof loader>()
  const { store, back, product } = loaded
  const page = back.here
  if (!product)
    return (
      <div className="stack gap-8">
        <PageHeader title="Товар" backHref={back.to} backLabel={back.label} />
        {loaded.isForAdults ? (
          <AdultGate returnTo={page} />
        ) : (
          <BlockError retryHref={page} title="Не удалось загрузить товар" />
        )}
      </div>
    )
  const { scores, reviews, isSent, similar } = loaded
  return (
    <div className="stack gap-8">
      <div className={styles.top}>
        <PageHeader
          title={product.heading}
          lead={product.brand && `Бренд: ${product.brand}`}
          backHref={back.to}
          backLabel={back.label}
        />
        {/* The key resets the gallery for the next product. */}
        <Gallery key={product.id} pictures={product.pictures} name={product.name} />
        <Buy product={product} storeHref={storeHref(store.code, page)}>
          <StoreLine store={store} returnTo={page} />
        </Buy>
      </div>
      <div className={styles.pair}>
        <ProductDetails product={product} />
        <Block title="Отзывы" id="reviews">
          <ReviewsPreview
            scores={scores}
            reviews={reviews}
            isSent={isSent}
            reviewsHref={`${product.to}/reviews`}
            retryHref={page}
          />
        </Block>
      </div>
      {similar === null && (
        <Block title="Похожие товары" id="similar">
          <BlockError retryHref={page} />
        </Block>
      )}
      {similar && similar.length > 0 && (
        <Block title="Похожие товары" id="similar">
          <ProductGrid>
            {similar.map((product) => (
              <ProductTile product={product} key={product.id} />
            ))}
          </ProductGrid>
        </Block>
      )}
    </div>
  )
}

/** The description and the tables of properties. */
function ProductDetails({ product: { description, details } }: { product: ProductView }) {
  if (!description && details.length === 0) return null
  return (
    <Block title="О&nbsp;товаре" id="about">
      <div className={classes('stack', styles.details)}>
        {description && <p className={styles.text}>{description}</p>}
        {details.map(({ name, rows, text }, place) => (
          <section className={styles.detail} key={`${place} ${name}`}>
            <h3>{name}</h3>
            {rows.length > 0 && (
              <table>
                <tbody>
                  {rows.map((row, number) => (
                    <tr key={number}>
                      <th className={styles.parameter} scope="row">
                        {row.name}
                      </th>
                      <td className={styles.value}>{row.value}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {text && <p className={styles.text}>{text}</p>}
          </section>
        ))}
      </div>
    </Block>
  )
}

type GalleryProps = { pictures: string[]; name: string }

const SIZE = 560

/** The product's pictures in a scrollable strip; arrows of a keyboard scroll it. */
function Gallery({ pictures, name }: GalleryProps) {
  const [first = null] = pictures
  if (pictures.length < 2)
    return (
      <div className={styles.gallery}>
        <Picture src={first} alt={name} size={SIZE} isMain />
      </div>
    )
  return (
    <div className={styles.gallery}>
      {/* A scrollable strip needs the focus for keyboards. */}
      <div className={styles.strip} role="region" aria-label="Фотографии товара" tabIndex={0}>
        {pictures.map((src, place) => (
          <div className={styles.slide} id={`picture-${place + 1}`} key={src}>
            <Picture
              src={src}
              alt={place === 0 ? name : `${name}, фото ${place + 1}`}
              size={SIZE}
              isMain={place === 0}
            />
          </div>
        ))}
      </div>
      <ul className={styles.thumbs}>
        {pictures.map((src, place) => (
          <li key={src}>
            <a className={styles.thumb} href={`#picture-${place + 1}`}>
              <span className="visually-hidden">Фото {place + 1}</span>
              <Picture src={src} alt="" size={56} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
