// What is sold: categories, products, their versions and offers.
import { keep } from '#platform/database/kept.ts'
import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { mergeCalls } from '#platform/http/serve.ts'
import { storedName } from '#platform/identity.ts'
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { moneyRoom } from '#rooms/money/room.ts'
import { picturesRoom } from '#rooms/pictures/room.ts'
import { POSTER_WIDTHS } from '#rooms/pictures/rules.ts'
import { previewsRoom } from '#rooms/previews/room.ts'
import { reviewsRoom } from '#rooms/reviews/room.ts'
import { productsCalls } from './api.ts'
import { bulkEdits } from './bulk.ts'
import { forgetEdits } from './bulk-store.ts'
import { createCards } from './cards.ts'
import { changingSellers } from './change-seller.ts'
import { facetNames } from './facet-store.ts'
import { fillFirstStart, nameShop } from './first-start.ts'
import { BULK_EDIT, SELLER_OFFERS } from './jobs.ts'
import { productsAsFile } from './list.ts'
import { hasListed } from './listing-store.ts'
import { followListings } from './listings.ts'
import { bannersOfficeCalls } from './office-banners.ts'
import { productsOfficeBulkCalls } from './office-bulk.ts'
import { productsOfficeCalls } from './office-calls.ts'
import { facetsOfficeCalls } from './office-facets.ts'
import { libraryOfficeCalls } from './office-library.ts'
import { productList } from './office-list.ts'
import { screenshotsOfficeCalls } from './office-screenshots.ts'
import { sellersOfficeCalls } from './office-sellers.ts'
import { categoryNames, productTitles } from './office-store.ts'
import { COVER_SHAPE, SCREENSHOT_SHAPES } from './pictures.ts'
import { forgetPlans } from './plan-store.ts'
import { planningPrices } from './plans.ts'
import { isOut, productPicture, screenshotPicture, skuPicture } from './product-picture.ts'
import { SCREEN_WIDTHS, SCREENSHOT_WIDTHS } from './rules.ts'
import { sellerNames } from './seller-store.ts'
import { LOW_AT } from './settings.ts'
import { type Catalogue, readShelves, type Shelves } from './shelves.ts'
import type { StockLasts } from './stock-lasts.ts'
import { CARD, DETAIL } from './tags.ts'

/** NOTIFY of this channel names the products that look different now, or says `small tables`. */
const CHANNEL = 'catalog'

const SUBJECT_NAMES = { product: productTitles, category: categoryNames, facet: facetNames, seller: sellerNames }

export const productsRoom = defineRoom({
  name: 'products',
  needs: { currencies: moneyRoom, pictures: picturesRoom, previews: previewsRoom, reviews: reviewsRoom },
  tags: [CARD, DETAIL],
  settings: [LOW_AT],
  channels: [CHANNEL],
  prepare: async ({ db, config }) => fillFirstStart(db, await storedName(db, config)),
  async open(
    { db, identity, listener, log, dropPages, declared, settings },
    { currencies, pictures, previews, reviews },
  ) {
    const receivers: ((before: Shelves, now: Shelves) => void)[] = []
    const kept = await keep({
      name: 'the categories and facets',
      listener,
      channel: CHANNEL,
      concerns: (payload) => payload === 'small tables',
      read: () => readShelves(db),
      onChange(before, now) {
        dropPages([ALL_PAGES])
        for (const receive of receivers) receive(before, now)
      },
      log,
    })
    const catalogue: Catalogue = {
      get shelves() {
        return kept.now
      },
      get behindSince() {
        return kept.behindSince
      },
      onChange: (receive) => void receivers.push(receive),
    }
    const lasts: StockLasts = async (offers) =>
      new Map(
        (await Promise.all(Object.values(declared('stockLasts')).map((ask) => ask(offers)))).flatMap((one) => [...one]),
      )
    const list = productList({
      ...{ db, catalogue, lasts },
      byName: (name, locale, limit) =>
        Object.values(declared('productNames')).flatMap((find) => find(name, locale, limit)),
    })
    const [plans, bulk] = [planningPrices(db), bulkEdits(db)]
    const sellers = changingSellers(db)
    return {
      hands: { catalogue, cards: createCards({ db, catalogue, currencies }) },
      calls: mergeCalls(
        productsCalls({ db, catalogue, currencies, previews, ratingsOf: reviews.ratingsOf }),
        productsOfficeCalls({ db, catalogue, list, plans, previews, settings, lasts }),
        screenshotsOfficeCalls(db, catalogue, lasts),
        productsOfficeBulkCalls({ db, list, bulk }),
        facetsOfficeCalls(db),
        sellersOfficeCalls(db, sellers),
        bannersOfficeCalls(db),
        libraryOfficeCalls(db, pictures.thumbnail),
      ),
      jobs: [
        BULK_EDIT.does(({ bulkId }) => bulk.run(bulkId)),
        SELLER_OFFERS.does(({ sellerId }) => sellers.follow(sellerId)),
        forgetDaily(db, 'bulkEdits', { days: 90, minute: 11, forget: forgetEdits }),
        forgetDaily(db, 'plannedPrices', { days: 365, minute: 12, forget: forgetPlans }),
      ],
      ticks: [
        { name: 'products.ownName', everyMs: 2_000, run: () => nameShop(db, identity.name()) },
        { name: 'products.listings', everyMs: 500, run: () => followListings(db) },
        { name: 'products.plannedPrices', everyMs: 1_000, run: () => plans.apply() },
      ],
      declares: {
        ...{ lists: { products: productsAsFile(list) }, subjectNames: SUBJECT_NAMES },
        histories: {
          ...{ product: 'catalogue.read', category: 'catalogue.read', facet: 'catalogue.read' },
          ...{ seller: 'catalogue.read', banner: 'catalogue.read' },
        },
        permissions: {
          'catalogue.read': ['manager', 'catalogue', 'support', 'reader'],
          'catalogue.write': ['manager', 'catalogue'],
          'prices.write': ['manager', 'catalogue'],
        },
        inHisName: { plannedPrices: plans.inHisName },
        firstSteps: { product: () => hasListed(db) },
        pictures: {
          products: {
            widths: POSTER_WIDTHS,
            shape: COVER_SHAPE,
            find: (id) => productPicture(db, catalogue, id),
            isOut: (id) => isOut(db, 'products', id),
          },
          screenshots: {
            widths: SCREENSHOT_WIDTHS,
            shape: SCREENSHOT_SHAPES.screenshots,
            find: (id) => screenshotPicture(db, 'screenshots', id),
            isOut: (id) => isOut(db, 'screenshots', id),
          },
          screens: {
            widths: SCREEN_WIDTHS,
            shape: SCREENSHOT_SHAPES.screens,
            find: (id) => screenshotPicture(db, 'screens', id),
            isOut: (id) => isOut(db, 'screens', id),
          },
          skus: {
            widths: POSTER_WIDTHS,
            shape: COVER_SHAPE,
            find: (id) => skuPicture(db, catalogue, id),
            isOut: (id) => isOut(db, 'skus', id),
          },
        },
      },
      close: kept.close,
    }
  },
})
