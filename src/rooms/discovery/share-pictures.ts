// Where the picture stands that chats and feeds show beside a link. The address changes with what is drawn, so that it
// may be kept for ever; the page's head and the drawing side make it of the same parts.
import { drawingHash } from '#art/address.ts'

// Raised when the series is drawn in another way.
const SERIES = 2

/** `sender`: the shop's name, which stands on each. `locale`: where the picture's words depend on the page's language. */
const address = (kind: string, id: number, sender: string, subject: unknown[], locale?: string) =>
  `/media/og/${kind}/${id}-${drawingHash([SERIES, sender, ...subject])}${locale ? `-${locale}` : ''}.jpg`

/** `img`: the product's cover; its address says what the cover shows, and `shared` what is written beside it. */
export function productShare(sender: string, { id, img, shared }: { id: number; img: string; shared: string }): string {
  return address('products', id, sender, [img.split('/').at(-2), shared])
}

export function categoryShare(sender: string, id: number, name: string, locale: string): string {
  return address('categories', id, sender, [name], locale)
}

/** `imgUrl`: the picture of the piece; its address says what it shows. */
export function newsShare(sender: string, id: number, title: string, imgUrl: string, locale: string): string {
  return address('news', id, sender, [title, imgUrl.split('/').at(-2)], locale)
}

/** For every page that has no picture of its own. `line`: what the shop says of itself. */
export function shopShare(sender: string, line: string, locale: string): string {
  return address('shop', 0, sender, [line], locale)
}
