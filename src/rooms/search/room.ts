// Finding products: lists, searches, what stands on the home page. The index over all products stands in memory.
import { DEFAULT_LOCALE } from '#platform/i18n/locales.ts'
import { defineRoom } from '#platform/room.ts'
import { type Variables, valuesOf, whole } from '#platform/variables.ts'
import { picturesRoom } from '#rooms/pictures/room.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { CARD } from '#rooms/products/tags.ts'
import { ALERTS } from './alerts.ts'
import { searchCalls } from './api.ts'
import { watchBehind } from './behind.ts'
import { openFinder } from './live.ts'
import { LIST } from './tags.ts'

/** Cards on phones and screens of both densities. */
const CARD_WIDTHS = [240, 360]

/** Far more than anybody who shops asks for. */
const VARIABLES: Variables<{ CATALOGUE_PER_MINUTE: number }> = {
  name: 'search',
  shape: { CATALOGUE_PER_MINUTE: whole(1, 1_000_000_000).default(1_200) },
  setTogether: [],
  refusals: () => [],
}

export const searchRoom = defineRoom({
  name: 'search',
  needs: { products: productsRoom, pictures: picturesRoom },
  tags: [LIST],
  variables: () => VARIABLES,
  async open({ db, config, listener, log, metrics, dropPages }, { products: { catalogue, cards }, pictures }) {
    const finder = await openFinder({ db, listener, catalogue, log })
    const behindSince = () => finder.behindSince ?? catalogue.behindSince
    const behind = watchBehind({ db, log, behindSince })
    metrics.watch('latchkey_products', 'Products in the catalogue index', () => finder.index.size)
    metrics.watch(
      'latchkey_catalogue_behind_since_seconds',
      'Unix time since which changes of the catalogue cannot be read; 0 when all are read',
      () => (behindSince()?.getTime() ?? 0) / 1000,
    )
    const coversOf = (ids: number[]) =>
      ids.flatMap((id) => CARD_WIDTHS.map((width) => ({ kind: 'products', id, width })))
    pictures.drawFirst((most) => {
      const limit = Math.ceil(most / CARD_WIDTHS.length)
      return coversOf(finder.index.query({ locale: DEFAULT_LOCALE.code, sort: 0, offset: 0, limit }).ids)
    })
    finder.onChange((tags) => {
      dropPages(tags)
      // A product that changed may have another cover; that all were read again changes none.
      pictures.want(
        coversOf(tags.filter((tag) => tag.startsWith(CARD(''))).map((tag) => Number(tag.slice(CARD('').length)))),
      )
    })
    return {
      hands: finder,
      calls: searchCalls({ catalogue, finder, cardsOf: cards }),
      declares: {
        alerts: ALERTS,
        limits: { catalogue: valuesOf(config, VARIABLES).CATALOGUE_PER_MINUTE },
        productNames: {
          search: (name, locale, limit) => finder.index.query({ name, locale, sort: 0, offset: 0, limit }).ids,
        },
      },
      notes: () => behind.notes(),
      async close() {
        await behind.close()
        await finder.close()
      },
    }
  },
})
