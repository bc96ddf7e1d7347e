import type { Locale } from '#platform/i18n/locales.ts'
import { translator } from '#platform/i18n/messages.ts'
import { POSTER_WIDTHS, picturePreload } from '#rooms/pictures/rules.ts'
import type { ProductDetail } from '../../wire.ts'
import { isInstant, standardSku } from '../offers.ts'

/** How wide the cover is shown, by the columns of the product page. */
export const COVER_SIZES =
  '(min-width: 75rem) 17rem, (min-width: 62rem) 13rem, (min-width: 48rem) 14rem, (min-width: 36rem) 10rem, 6.5rem'

/** What the product's page says of itself. */
export function productHead(detail: ProductDetail, skuId: number | undefined, locale: Locale) {
  const { name, explanation, description, className, img, categorySlug, slug, seoTitle, seoKeywords, seoDescription } =
    detail.info
  // As the page shows it while nobody knows where the visitor is.
  const sku = detail.skus.find((one) => one.id === skuId) ?? standardSku(detail, '')
  const t = translator(locale)
  const instant = isInstant(detail.offers.find((offer) => offer.skuId === sku?.id))
  // Nobody wrote a text: what it is, is at least said by its shelf.
  const text = sentence(explanation || description || className, t.tag)
  return {
    path: `/${categorySlug}/${slug}`,
    meta: [
      { title: seoTitle || t('product.head.title', { name }) },
      {
        name: 'description',
        content: seoDescription || (instant ? t('product.head.description', { name, text }) : `${name} – ${text}`),
      },
      ...(seoKeywords ? [{ name: 'keywords', content: seoKeywords }] : []),
    ],
    about: { kind: 'product' as const, detail },
    links: [picturePreload(sku?.img ?? img, POSTER_WIDTHS, COVER_SIZES)],
  }
}

/** At most 120 characters, with a stop: the description goes on after it. */
function sentence(text: string, tag: string): string {
  if (text.length > 120) return `${text.slice(0, Math.max(text.lastIndexOf(' ', 119), 0) || 119)}…`
  return text === '' || /[.!?…。！？؟]$/u.test(text) ? text : `${text}${/^(zh|ja)/.test(tag) ? '。' : '.'}`
}
