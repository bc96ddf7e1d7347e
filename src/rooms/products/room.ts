// What is sold: categories, products, their versions and offers.
import { keep } from '#platform/database/kept.ts'
import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { defineRoom } from '#platform/room.ts'
import { moneyRoom } from '#rooms/money/room.ts'
import { POSTER_WIDTHS } from '#rooms/pictures/rules.ts'
import { reviewsRoom } from '#rooms/reviews/room.ts'
import { productsCalls } from './api.ts'
import { createCards } from './cards.ts'
import { fillFirstStart } from './first-start.ts'
import { COVER_SHAPE } from './pictures.ts'
import { productPicture, skuPicture } from './product-picture.ts'
import { type Catalogue, readShelves, type Shelves } from './shelves.ts'
import { CARD, DETAIL } from './tags.ts'

/** NOTIFY of this channel names the products that look different now, or says `small tables`. */
const CHANNEL = 'catalog'

export const productsRoom = defineRoom({
  name: 'products',
  needs: { currencies: moneyRoom, reviews: reviewsRoom },
  tags: [CARD, DETAIL],
  channels: [CHANNEL],
  prepare: ({ db, config }) => fillFirstStart(db, config.shopName),
  async open({ db, listener, log, dropPages }, { currencies, reviews }) {
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
    return {
      hands: { catalogue, cards: createCards({ db, catalogue, currencies }) },
      calls: productsCalls({ db, catalogue, currencies, ratingsOf: reviews.ratingsOf }),
      declares: {
        pictures: {
          products: { widths: POSTER_WIDTHS, shape: COVER_SHAPE, find: (id) => productPicture(db, catalogue, id) },
          skus: { widths: POSTER_WIDTHS, shape: COVER_SHAPE, find: (id) => skuPicture(db, catalogue, id) },
        },
      },
      close: kept.close,
    }
  },
})
