// How much of the stock the public sees (decision C3): exactly as long as it is short, above that only that it is more. What
// lies on the shelves is nobody's business, and any quantity may be asked for; the order decides.
import type { ShownStock } from './schemas.ts'

/** Above it, the stock that is told is this number. */
export const MOST_SHOWN = 10

export function shownStock(stock: number): ShownStock {
  return { stock: Math.min(stock, MOST_SHOWN), stockIsMore: stock > MOST_SHOWN }
}

/** In which widths screenshots are made, in pixels: among others on the product's page, and alone. */
export const SCREENSHOT_WIDTHS = [320, 480, 640, 960] as const
export const SCREEN_WIDTHS = [960, 1440, 1920] as const

/** Addresses of the shop's own pages and what it answers at its top; no category may stand in their way. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  `about-us accessibility affiliate api assets balance-pay bill-pay cart checkout condition confirm-registration contact-us
  email-undo enquiry favicon feedback forgot healthz legal-notice livez login manifest media metrics my-account my-address my-balance my-changepwd my-email
  my-keys my-notice my-order my-security my-support my-wishlist news newsinfo newsletter office order pay-return paypal privacy-policy prod-api
  readyz refund-policy register reset-password robots sale sandbox search shipping simulators sitemap sitemaps success-payment well-known wholesale wish-mails
  withdraw`.split(/\s+/),
)

export const LONGEST_SLUG = 80

/** As decision B3 wants an address: small ASCII letters, digits and hyphens between them. */
export const isSlug = (text: string) => text.length <= LONGEST_SLUG && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

/** Of a facet: as an address, and of a language what BCP 47 calls it. */
export const isFacetCode = (code: string, kind: string) =>
  code.length <= 60 &&
  (kind === 'language' ? /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/ : /^[a-z0-9]+(-[a-z0-9]+)*$/).test(code)
