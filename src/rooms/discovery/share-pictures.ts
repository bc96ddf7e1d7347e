// Where the picture stands that chats and feeds show beside a link. The address changes with what is drawn, so that it
// may be kept for ever; the page's head and the drawing side make it of the same parts.
import { drawingHash } from '#art/address.ts'

// Raised when the series is drawn in another way.
const SERIES = 1

/** `locale`: where the picture's words depend on the page's language. */
const address = (kind: string, id: number, subject: unknown[], locale?: string) =>
  `/media/og/${kind}/${id}-${drawingHash([SERIES, ...subject])}${locale ? `-${locale}` : ''}.jpg`

/** `img`: the product's cover; its address says what the cover shows. */
export function productShare(id: number, img: string): string {
  return address('products', id, [img.split('/').at(-2)])
}

export function categoryShare(id: number, name: string, locale: string): string {
  return address('categories', id, [name], locale)
}

/** `imgUrl`: the picture of the piece; its address says what it shows. */
export function newsShare(id: number, title: string, imgUrl: string, locale: string): string {
  return address('news', id, [title, imgUrl.split('/').at(-2)], locale)
}

/** For every page that has no picture of its own. `line`: what the shop says of itself. */
export function shopShare(line: string, locale: string): string {
  return address('shop', 0, [line], locale)
}
