// The calls of the catalogue.
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { exchangeInto, toMajor } from '#platform/money.ts'
import { showing } from '#platform/request-scope.ts'
import { guessPlace } from '#rooms/money/location.ts'
import { SHOWN } from '#rooms/reviews/rules.ts'
import { ratingsOf } from '#rooms/reviews/store.ts'
import type { CatalogQuery, Found } from '#rooms/search/index/catalog-index.ts'
import { cardsOf } from './cards.ts'
import { catalogContract, type NavigationCategory, type ProductCard } from './contract.ts'
import { type Catalogue, inLocale } from './live.ts'
import { bannerPath } from './pictures.ts'
import * as store from './store.ts'
import { categoryInfo, detailOf, GONE, syncedLine } from './views.ts'

const RECOMMENDED = 10
const SUGGESTIONS = 10

export function catalogCalls(db: Database, catalogue: Catalogue) {
  const cards = (ids: number[], { locale, headers }: Caller) =>
    cardsOf(db, catalogue, ids, locale, headers.get('x-currency'))

  /** The page of a query; asked again once when its rows turn out to be newer than the index. */
  async function list(query: CatalogQuery, caller: Caller) {
    const first = catalogue.index.query(query)
    const { cards: rows, outdated } = await cards(first.ids, caller)
    if (outdated.length === 0) return { rows: marked(rows, first), total: first.total }
    await catalogue.refresh(outdated)
    const again = catalogue.index.query(query)
    return { rows: marked((await cards(again.ids, caller)).cards, again), total: again.total }
  }

  const marked = (rows: ProductCard[], { similar }: Found) =>
    similar ? rows.map((row) => ({ ...row, similar })) : rows

  const everywhere = (caller: Caller, sort: CatalogQuery['sort'], limit: number) => ({
    locale: caller.locale,
    sort,
    offset: 0,
    limit,
  })

  return serves(catalogContract, {
    'GET /api/home/products': async (_, caller) => {
      showing('all', 'c:home')
      const { best, latest, hot } = catalogue.home
      const { cards: rows } = await cards([...new Set([...best, ...latest, ...hot])], caller)
      const byId = new Map(rows.map((row) => [row.id, row]))
      const pick = (ids: number[]) => ids.map((id) => byId.get(id)).filter((card) => card !== undefined)
      return { hottestGamesList: pick(hot), latestReleasesList: pick(latest), bestSellersList: pick(best) }
    },

    'GET /api/home/navigationBar': async (_, caller) => {
      showing('all')
      const link = (row: store.CategoryRow) => ({
        id: row.id,
        name: inLocale(row.name, caller.locale),
        urlName: row.slug,
      })
      const { children } = catalogue.shelves
      // Nothing in the database keeps a category from standing below itself: what was passed is not passed again.
      const seen = new Set<number>()
      const below = (id: number, level: number): NavigationCategory['children'] =>
        (children.get(id) ?? []).flatMap((row) => {
          if (seen.has(row.id)) return []
          seen.add(row.id)
          return [{ ...link(row), level }, ...below(row.id, level + 1)]
        })
      return (children.get(null) ?? []).map((top) => ({ ...link(top), children: below(top.id, 2) }))
    },

    'GET /api/home/scrollPhoto': async (_, caller) => {
      showing('all')
      return catalogue.shelves.banners.map((banner) => {
        const [urlName = '', zhname = null] = banner.link.split('/').filter(Boolean)
        return {
          id: banner.id,
          imgUrl: bannerPath(banner.id, banner, false),
          imgUrlRtl: bannerPath(banner.id, banner, true),
          urlName,
          zhname,
          title: inLocale(banner.title, caller.locale),
          line: inLocale(banner.line, caller.locale),
        }
      })
    },

    'GET /api/home/rate': async () => {
      showing('all')
      return catalogue.shelves.currencies.map((row) => ({
        id: row.id,
        moneyStr: row.symbol,
        moneyType: row.code,
        moneyName: row.name,
        moneyRate: row.rateE8 / 1e8,
        logo: null,
      }))
    },

    'GET /api/home/language': async () => {
      showing('all')
      const { currencies, settings } = catalogue.shelves
      return LOCALES.map((locale, position) => {
        const currency = currencies.find((row) => row.code === locale.currency) ?? currencies[0]
        return {
          id: position + 1,
          domain: locale.code,
          name: locale.name,
          languageIcon: null,
          feedbackType: settings.get('feedback.type') ?? '0',
          currencyId: currency?.id ?? 1,
          currencyName: currency?.code ?? 'USD',
          currencyStr: currency?.symbol ?? '$',
          currencyRate: (currency?.rateE8 ?? 1e8) / 1e8,
        }
      })
    },

    'GET /api/home/location': async (_, caller) => {
      const { country, locale, currency } = guessPlace(caller.country, caller.headers.get('accept-language'))
      const { currencies } = catalogue.shelves
      const id = (code: string) => currencies.find((row) => row.code === code)?.id
      return { country, locale: locale.code, currencyId: id(currency) ?? id(locale.currency) ?? currencies[0]?.id ?? 1 }
    },

    'GET /api/home/queryProducts': async ({ query }, caller) => {
      const found = catalogue.index.suggest(query.name, caller.locale, SUGGESTIONS)
      return marked((await cards(found.ids, caller)).cards, found)
    },

    'GET /api/product/info': async ({ query }, caller) => {
      const product = await store.detailRow(db, query.zhname, caller.locale)
      if (!product) throw notFound()
      const category = catalogue.shelves.categories.get(product.categoryId)
      if (!category) throw notFound()
      // The product must stand on the shelf that the address names, today or once.
      if (category.slug !== query.categoryName) {
        const once = await store.redirectedCategory(db, query.categoryName)
        const known = once !== undefined || catalogue.shelves.categoryBySlug.has(query.categoryName)
        if (!known) throw notFound()
      }
      showing(`d:${product.id}`, `r:${product.id}`, 'all')
      const currency = catalogue.shelves.currencies.find((row) => row.code === query.currency)
      const exchange = exchangeInto(currency?.code ?? 'USD', BigInt(currency?.rateE8 ?? 0))
      const [skus, offers, ratings] = await Promise.all([
        store.skuRows(db, product.id),
        store.offerRows(db, product.id, currency?.id ?? 0, exchange.unit),
        ratingsOf(db, product.id, SHOWN),
      ])
      return detailOf({ product, skus, offers, exchange, ratings }, catalogue.shelves, caller.locale)
    },

    'POST /api/product/list': async ({ body }, caller) => {
      const categoryId = body.classId ?? body.parentClassId ?? undefined
      showing(categoryId ? `c:${categoryId}` : 'c:every', 'all')
      return list(
        {
          categoryId,
          lowPriceCents: body.lowerPrice == null ? undefined : Math.ceil(body.lowerPrice * 100 - 1e-6),
          highPriceCents: body.highPrice == null ? undefined : Math.floor(body.highPrice * 100 + 1e-6),
          stock: body.stock == null ? undefined : body.stock === '0' ? 'in' : 'out',
          platformIds: body.plat_list,
          regionIds: body.region_list,
          languageIds: body.language_list,
          genreIds: body.theme_list,
          name: body.name?.trim() || undefined,
          locale: caller.locale,
          sort: body.orderByColumn,
          offset: (body.pageNum - 1) * body.pageSize,
          limit: body.pageSize,
        },
        caller,
      )
    },

    'GET /api/product/condition/list': async ({ query }, caller) => {
      showing(query.classId ? `c:${query.classId}` : 'c:every', 'all')
      const counts = catalogue.index.facetCounts({
        categoryId: query.classId,
        lowPriceCents: query.lowerPrice === undefined ? undefined : Math.ceil(query.lowerPrice * 100 - 1e-6),
        highPriceCents: query.highPrice === undefined ? undefined : Math.floor(query.highPrice * 100 + 1e-6),
        stock: query.stock === undefined ? undefined : query.stock === '0' ? 'in' : 'out',
        platformIds: query.plat_list,
        regionIds: query.region_list,
        languageIds: query.language_list,
        genreIds: query.theme_list,
        name: query.name?.trim() || undefined,
        locale: caller.locale,
      })
      const chosen = new Set([...query.plat_list, ...query.region_list, ...query.language_list, ...query.theme_list])
      const facets = (kind: store.FacetRow['kind'], of: Map<number, number>) =>
        catalogue.shelves.facetsByKind[kind]
          .map((row) => ({ id: row.id, name: inLocale(row.name, caller.locale), count: of.get(row.id) ?? 0 }))
          .filter((facet) => facet.count > 0 || chosen.has(facet.id))
      return {
        plat_list: facets('platform', counts.platformIds),
        region_list: facets('region', counts.regionIds),
        language_list: facets('language', counts.languageIds),
        theme_list: facets('genre', counts.genreIds),
        stock: counts.stock,
        max_price: toMajor(counts.maxPriceCents),
      }
    },

    'GET /api/product/category/info/{id}': async ({ params }, caller) => {
      const row = catalogue.shelves.categories.get(params.id)
      if (!row) throw notFound()
      return categoryInfo(row, catalogue.shelves, caller.locale)
    },

    'GET /api/product/category/info/name/{name}': async ({ params }, caller) => {
      const { categories, categoryBySlug } = catalogue.shelves
      const row =
        categoryBySlug.get(params.name) ?? categories.get((await store.redirectedCategory(db, params.name)) ?? -1)
      if (!row) throw notFound()
      return categoryInfo(row, catalogue.shelves, caller.locale)
    },

    'GET /api/product/recommends': async ({ query }, caller) => {
      showing(`c:${query.classId}`, 'all')
      const { ids } = catalogue.index.query({ ...everywhere(caller, 5, RECOMMENDED + 1), categoryId: query.classId })
      return (await cards(ids.filter((id) => id !== query.id).slice(0, RECOMMENDED), caller)).cards
    },

    'POST /api/product/syncStock': async ({ body }, caller) => {
      const rows = await store.purchaseRows(
        db,
        [...new Set(body.lines.map((line) => line.supplyProductId))],
        caller.locale,
      )
      const byOffer = new Map(rows.map((row) => [row.offerId, row]))
      return {
        lines: body.lines.map((line) => {
          const row = byOffer.get(line.supplyProductId)
          const matches = row && row.skuId === line.extId && row.productId === line.productId
          return matches ? syncedLine(line, row, catalogue.shelves, caller.locale) : { ...line, ...GONE }
        }),
      }
    },
  })
}
