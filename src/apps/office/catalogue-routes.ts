// The addresses of the catalogue.
import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ColumnNames, frame, Id } from './frame-route.tsx'
import { lazyPage } from './page-code.ts'

const catalogue = createRoute({
  getParentRoute: () => frame,
  path: '/catalogue',
  validateSearch: z.object({
    state: z.string().max(30).optional().catch(undefined),
    category: Id.optional().catch(undefined),
    lacks: z.string().max(10).optional().catch(undefined),
    q: z.coerce.string().max(200).optional().catch(undefined),
    sort: z.string().max(30).optional().catch(undefined),
    columns: ColumnNames,
    after: z.coerce.string().max(400).optional().catch(undefined),
  }),
  component: lazyPage(() => import('#rooms/products/office/products-page.tsx'), 'ProductsPage'),
})

const categories = createRoute({
  getParentRoute: () => frame,
  path: '/catalogue/categories',
  component: lazyPage(() => import('#rooms/products/office/categories-page.tsx'), 'CategoriesPage'),
})

const facets = createRoute({
  getParentRoute: () => frame,
  path: '/catalogue/facets',
  validateSearch: z.object({
    kind: z.string().max(30).optional().catch(undefined),
    after: z.string().max(40).optional().catch(undefined),
  }),
  component: lazyPage(() => import('#rooms/products/office/facets-page.tsx'), 'FacetsPage'),
})

const facet = createRoute({
  getParentRoute: () => frame,
  path: '/catalogue/facets/$id',
  validateSearch: z.object({ after: Id.optional().catch(undefined) }),
  component: lazyPage(() => import('#rooms/products/office/facet-page.tsx'), 'FacetPage'),
})

const sellers = createRoute({
  getParentRoute: () => frame,
  path: '/catalogue/sellers',
  validateSearch: z.object({ after: z.coerce.string().max(400).optional().catch(undefined) }),
  component: lazyPage(() => import('#rooms/products/office/sellers-page.tsx'), 'SellersPage'),
})

const seller = createRoute({
  getParentRoute: () => frame,
  path: '/catalogue/sellers/$id',
  component: lazyPage(() => import('#rooms/products/office/seller-page.tsx'), 'SellerPage'),
})

const banners = createRoute({
  getParentRoute: () => frame,
  path: '/catalogue/banners',
  component: lazyPage(() => import('#rooms/products/office/banners-page.tsx'), 'BannersPage'),
})

const banner = createRoute({
  getParentRoute: () => frame,
  path: '/catalogue/banners/$id',
  component: lazyPage(() => import('#rooms/products/office/banner-page.tsx'), 'BannerPage'),
})

const pictures = createRoute({
  getParentRoute: () => frame,
  path: '/catalogue/pictures',
  validateSearch: z.object({
    only: z.string().max(10).optional().catch(undefined),
    after: z.string().max(120).optional().catch(undefined),
  }),
  component: lazyPage(() => import('#rooms/products/office/pictures-page.tsx'), 'PicturesPage'),
})

const bulkEdits = createRoute({
  getParentRoute: () => frame,
  path: '/catalogue/bulk',
  component: lazyPage(() => import('#rooms/products/office/bulk-page.tsx'), 'BulkListPage'),
})

const bulkEdit = createRoute({
  getParentRoute: () => frame,
  path: '/catalogue/bulk/$id',
  component: lazyPage(() => import('#rooms/products/office/bulk-page.tsx'), 'BulkPage'),
})

const product = createRoute({
  getParentRoute: () => frame,
  path: '/catalogue/$id',
  validateSearch: z.object({ language: z.string().max(10).optional().catch(undefined) }),
  component: lazyPage(() => import('#rooms/products/office/product-page.tsx'), 'ProductPage'),
})

export const catalogueRoutes = [
  catalogue,
  categories,
  facets,
  facet,
  sellers,
  seller,
  banners,
  banner,
  pictures,
  bulkEdits,
  bulkEdit,
  product,
] as const
