// What a demo product's poster says.
import type { PosterInput } from '#platform/posters/poster.ts'
import { platforms, regions } from './facets.ts'
import type { DemoProduct } from './types.ts'

const platformNames = new Map(platforms.map(({ code, name }) => [code, name['en-US']]))
const regionNames = new Map(regions.map(({ code, name }) => [code, name['en-US']]))

export function posterInput(product: DemoProduct): PosterInput {
  const name = product.name['en-US']
  const amounts = product.skus.map((sku) => sku.denomination).filter((amount) => amount !== undefined)
  return {
    // "(PlayStation 5)" is said by the small line.
    title: product.type === 0 ? name.replace(/\s*\([^)]*\)$/u, '') : name,
    subtitle: product.type === 1 ? regionLine(product) : platformLine(product),
    genre: product.genres.join(';'),
    kind: (['game', 'card', 'account'] as const)[product.type],
    seed: product.slug,
    figure: amounts.length > 0 ? figureOf(amounts) : undefined,
  }
}

/** The best-known amount: the second smallest of three or more, without the unit's name. */
function figureOf(amounts: string[]): string {
  const amount = amounts[amounts.length > 2 ? 1 : 0]!
  return amount.replace(/\s+(?:V-Bucks|VP|RP|UC|coins|diamonds)$/u, '').replace(/\s*\+.*$/u, '')
}

function platformLine(product: DemoProduct): string {
  const codes = [...new Set(product.skus.map((sku) => sku.platforms[0]!))]
  return codes
    .slice(0, 2)
    .map((code) => platformNames.get(code))
    .join(' · ')
}

function regionLine(product: DemoProduct): string | undefined {
  const [code, ...others] = [...new Set(product.skus.map((sku) => sku.region))]
  const inName = code === undefined || product.name['en-US'].includes('(')
  return inName || others.length > 0 ? undefined : regionNames.get(code)
}
