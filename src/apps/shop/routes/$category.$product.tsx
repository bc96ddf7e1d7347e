import { createFileRoute, notFound, type ParsedLocation, redirect } from '@tanstack/react-router'
import { CallRefused, pageCall } from '#browser/calls.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import { productHead } from '#rooms/products/ui/page/product-head.ts'
import { ProductPage } from '#rooms/products/ui/page/product-page.tsx'
import { ProductSkeleton } from '#rooms/products/ui/page/product-skeleton.tsx'
import type { Recommendations } from '#rooms/products/ui/page/recommended.tsx'
import { detailOf, type ProductDetail, placed, productQuery } from '#rooms/products/wire.ts'
import { productSearch } from '../page-search.ts'

export const Route = createFileRoute('/$category/$product')({
  validateSearch: productSearch,
  loader: async ({ params, location, context, abortController: { signal } }) => {
    const detail = await findProduct(params.product, params.category, context.currency, signal)
    if (!detail) throw notFound()
    const { id, classId, slug, categorySlug } = detail.info
    if (categorySlug !== params.category || slug !== params.product) {
      throw redirect({ href: `/${categorySlug}/${slug}${location.searchStr}`, statusCode: 301 })
    }
    if (import.meta.env.SSR) refuseUnknownVersion(detail, location)
    // A page can live without recommendations.
    const coming = pageCall('GET /api/product/recommends', { query: { classId, id } }, { signal }).then(
      (cards) => cards.map(placed),
      () => [],
    )
    const recommended: Recommendations = typeof document === 'undefined' ? await coming : coming
    return { detail, recommended }
  },
  head: (of) =>
    of.loaderData ? pageHead(of, productHead(of.loaderData.detail, of.match.search.sku, of.match.context.locale)) : {},
  pendingComponent: ProductSkeleton,
  component: Product,
})

function Product() {
  const { detail, recommended } = Route.useLoaderData()
  const { sku } = Route.useSearch()
  return <ProductPage detail={detail} recommended={recommended} skuId={sku} />
}

/**
 * Throws a redirect to the product itself where the address has a `sku` that the product has not: kept as pages of their own, there
 * would be no end of those.
 */
function refuseUnknownVersion({ skus }: ProductDetail, { pathname, search, searchStr }: ParsedLocation): void {
  const { sku } = productSearch(search)
  if (!sku || skus.some(({ id }) => id === sku)) return
  const said = new URLSearchParams(searchStr)
  said.delete('sku')
  throw redirect({ href: `${pathname}${said.size > 0 ? `?${said}` : ''}`, statusCode: 302 })
}

async function findProduct(
  slug: string,
  categorySlug: string,
  currency: string,
  signal: AbortSignal,
): Promise<ProductDetail | undefined> {
  try {
    const query = productQuery(slug, categorySlug, currency)
    return detailOf(await pageCall('GET /api/product/info', { query }, { signal }))
  } catch (error) {
    // 400: nothing can have such a name.
    if (error instanceof CallRefused && (error.status === 404 || error.status === 400)) return undefined
    throw error
  }
}
