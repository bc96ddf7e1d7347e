import type { Locale } from '#platform/i18n/locales.ts'
import type { ProductDetail } from '#shop/catalog/contract.ts'
import { canonicalOf, pageHead, wordsOf } from './page-head.ts'
import { pictureAt } from './poster-cover.tsx'

// As PosterCover asks for them: the preload must name the same pictures.
const WIDTHS = [180, 240, 360, 480, 720]

/** How wide the cover is shown, by the columns of the product page. */
export const COVER_SIZES =
  '(min-width: 75rem) 17rem, (min-width: 62rem) 13rem, (min-width: 48rem) 14rem, (min-width: 36rem) 10rem, 6.5rem'

export function productHead(detail: ProductDetail, origin: string, locale: Locale) {
  const { name, explanation, description, img, urlName, zhname, className, superClassName, superClassUrlName } =
    detail.iProductInfo
  const t = wordsOf(locale)
  const path = `/${urlName}/${zhname}`
  const head = pageHead({
    title: t('product.head.title', { name }),
    description: t('product.head.description', { name, text: shortened(explanation || description) }),
    canonical: canonicalOf(origin, path, locale),
  })
  const inStock = detail.offers.some((offer) => offer.stock > 0)
  const url = canonicalOf(origin, path, locale)
  const shelves = [
    ...(superClassName && superClassUrlName ? [{ name: superClassName, path: `/${superClassUrlName}` }] : []),
    { name: className, path: `/${urlName}` },
    { name, path },
  ]
  return {
    meta: [
      ...head.meta,
      { property: 'og:type', content: 'product' },
      { property: 'og:title', content: name },
      { property: 'og:image', content: new URL(pictureAt(img, 720, 'webp'), origin).href },
      {
        'script:ld+json': {
          '@context': 'https://schema.org',
          '@type': 'Product',
          name,
          description: description || explanation,
          image: new URL(pictureAt(img, 720, 'webp'), origin).href,
          url,
          category: className,
          ...(detail.lowPrice !== null && {
            offers: {
              '@type': 'AggregateOffer',
              priceCurrency: 'USD',
              lowPrice: detail.lowPrice.toFixed(2),
              highPrice: Math.max(...detail.offers.map((offer) => offer.price)).toFixed(2),
              offerCount: detail.offers.length,
              availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
            },
          }),
        },
      },
      {
        'script:ld+json': {
          '@context': 'https://schema.org',
          '@type': 'BreadcrumbList',
          itemListElement: shelves.map((shelf, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: shelf.name,
            item: canonicalOf(origin, shelf.path, locale),
          })),
        },
      },
    ],
    links: [
      ...head.links,
      {
        rel: 'preload',
        as: 'image',
        type: 'image/avif',
        fetchPriority: 'high' as const,
        imageSrcSet: WIDTHS.map((width) => `${pictureAt(img, width, 'avif')} ${width}w`).join(', '),
        imageSizes: COVER_SIZES,
      },
    ],
  }
}

/** What a search engine shows of it. */
function shortened(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, text.lastIndexOf(' ', 119) || 119)}…`
}
