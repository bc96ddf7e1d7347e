// What is sold: products, versions, offers and their prices, lists and searches, pictures, currencies.
import { join } from 'node:path'
import { defineRoom } from '#platform/room.ts'
import { drawAhead } from '#rooms/pictures/draw-ahead.ts'
import { keepPictures } from '#rooms/pictures/kept.ts'
import { createMedia } from '#rooms/pictures/media.ts'
import { ALERTS } from './alerts.ts'
import { catalogCalls } from './api.ts'
import { watchBehind } from './behind.ts'
import { fillFirstStart } from './first-start.ts'
import { openCatalogue } from './live.ts'

export const catalogRoom = defineRoom({
  name: 'catalog',
  needs: {},
  prepare: ({ db, config }) => fillFirstStart(db, config.shopName),
  async open({ db, listener, log, metrics, config, dropPages }) {
    const catalogue = await openCatalogue(db, listener, log, (since) =>
      metrics.catalogueBehind.set(since ? since.getTime() / 1000 : 0),
    )
    const behind = watchBehind({ db, log, catalogue })
    const pictures = keepPictures({ folder: join(config.dataDir, 'media'), ceiling: config.picturesBytes, log })
    const media = createMedia({ db, catalogue, pictures })
    const ahead = drawAhead({ catalogue, draw: media.ahead, most: config.picturesAhead, log })
    catalogue.onChange((tags) => {
      dropPages(tags)
      metrics.products.set(catalogue.index.size)
    })
    return {
      hands: { catalogue, pictures },
      calls: catalogCalls(db, catalogue),
      responders: [{ prefix: '/media/', answer: media.answer }],
      pages: { isCurrency: (code) => catalogue.shelves.currencies.some((currency) => currency.code === code) },
      declares: { alerts: ALERTS },
      notes: () => behind.notes(),
      async close() {
        await ahead.close()
        await behind.close()
        await catalogue.close()
      },
    }
  },
})
