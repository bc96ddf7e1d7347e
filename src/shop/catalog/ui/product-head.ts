import type { Locale } from '#platform/i18n/locales.ts'
import { translator } from '#platform/i18n/messages.ts'
import type { ProductDetail } from '#shop/catalog/contract.ts'
import { pageLinks } from '#shop/shell/page-links.ts'
import { pictureAt } from './poster-cover.tsx'

// As PosterCover asks for them: the preload must name the same pictures.
const WIDTHS = [180, 240, 360, 480, 720]

/** How wide the cover is shown, by the columns of the product page. */
export const COVER_SIZES =
  '(min-width: 75rem) 17rem, (min-width: 62rem) 13rem, (min-width: 48rem) 14rem, (min-width: 36rem) 10rem, 6.5rem'

export function productHead(detail: ProductDetail, context: { origin: string; locale: Locale }) {
  const { name, explanation, description, img, urlName, zhname } = detail.iProductInfo
  const t = translator(context.locale)
  const links = pageLinks(context, `/${urlName}/${zhname}`)
  const image = `${context.origin}${pictureAt(img, 720, 'webp')}`
  const text = t('product.head.description', { name, text: shortened(explanation || description) })
  return {
    meta: [
      { title: t('product.head.title', { name }) },
      { name: 'description', content: text },
      { property: 'og:type', content: 'product' },
      { property: 'og:title', content: name },
      { property: 'og:description', content: text },
      { property: 'og:image', content: image },
      { 'script:ld+json': productFacts(detail, links[0]?.href ?? '', image) },
    ],
    links: [
      ...links,
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

/** What a search engine shows of it (schema.org). Prices are the shop's own, in dollars. */
function productFacts({ iProductInfo: info, offers, lowPrice }: ProductDetail, url: string, image: string) {
  const inStock = offers.some((offer) => offer.stock > 0)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: info.name,
    description: info.description || info.explanation,
    image,
    url,
    category: info.className,
    ...(lowPrice !== null && {
      offers: {
        '@type': 'AggregateOffer',
        priceCurrency: 'USD',
        lowPrice: lowPrice.toFixed(2),
        highPrice: Math.max(...offers.map((offer) => offer.price)).toFixed(2),
        offerCount: offers.length,
        availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
      },
    }),
  }
}

function shortened(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, text.lastIndexOf(' ', 119) || 119)}…`
}
