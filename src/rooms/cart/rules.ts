// The cart: a short list of what and how many, kept in a cookie. Names and prices are asked for when it is shown, so
// that a cart never remembers what is no longer true.

export interface CartLine {
  productId: number
  skuId: number
  offerId: number
  count: number
}

export const MAX_LINES = 100
export const MAX_COUNT = 1000

/** Lines are the same when product, SKU and offer are (specification §4). */
export function sameLine(a: CartLine, b: CartLine): boolean {
  return a.productId === b.productId && a.skuId === b.skuId && a.offerId === b.offerId
}

/** Adding what is there already increments its count, up to 1000; a full cart of 100 lines stays as it is. */
export function addLine(lines: CartLine[], line: CartLine): CartLine[] {
  const known = lines.find((other) => sameLine(other, line))
  if (known) return setCount(lines, line, known.count + line.count)
  return lines.length >= MAX_LINES ? lines : [...lines, { ...line, count: clampCount(line.count) }]
}

/** As many of it as are wanted, or more that were there: pressed twice, it still means the same cart. */
export function ensureLine(lines: CartLine[], line: CartLine): CartLine[] {
  const known = lines.find((other) => sameLine(other, line))
  return known && known.count >= line.count ? lines : addLine(removeLine(lines, line), line)
}

export function setCount(lines: CartLine[], line: CartLine, count: number): CartLine[] {
  return lines.map((other) => (sameLine(other, line) ? { ...other, count: clampCount(count) } : other))
}

export function removeLine(lines: CartLine[], line: CartLine): CartLine[] {
  return lines.filter((other) => !sameLine(other, line))
}

export function totalCount(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.count, 0)
}

function clampCount(count: number): number {
  return Math.min(MAX_COUNT, Math.max(1, Math.trunc(count) || 1))
}

/** `7.9.12.2-…`: product, SKU, offer, count. A full cart stays below the 4 kB that a cookie may have. */
export function writeCart(lines: CartLine[]): string {
  return lines
    .map((line) => [line.productId, line.skuId, line.offerId, line.count].map((n) => n.toString(36)).join('.'))
    .join('-')
}

/** Whatever is not a line is left out: the cookie is the visitor's, and may hold anything. */
export function readCart(text: string | null | undefined): CartLine[] {
  const lines: CartLine[] = []
  for (const part of (text ?? '').slice(0, 4_096).split('-')) {
    if (!/^[0-9a-z]{1,6}(\.[0-9a-z]{1,6}){3}$/.test(part)) continue
    const [productId = 0, skuId = 0, offerId = 0, count = 0] = part.split('.').map((n) => Number.parseInt(n, 36))
    const line = { productId, skuId, offerId, count }
    const sound =
      [productId, skuId, offerId].every((n) => n >= 1 && n <= 2_147_483_647) && count >= 1 && count <= MAX_COUNT
    if (sound && lines.length < MAX_LINES && !lines.some((other) => sameLine(other, line))) lines.push(line)
  }
  return lines
}
