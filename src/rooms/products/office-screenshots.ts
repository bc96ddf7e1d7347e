// Serves the back office the screenshots of its products.
import type { Database } from '#platform/database/database.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { whoAsks } from '#rooms/audit/hands.ts'
import { changingScreenshots } from './change-screenshots.ts'
import { officeProduct } from './office-product.ts'
import { officeScreenshots } from './office-screenshot-contract.ts'
import type { Catalogue } from './shelves.ts'
import type { StockLasts } from './stock-lasts.ts'

export function screenshotsOfficeCalls(db: Database, catalogue: Catalogue, lasts: StockLasts) {
  const screenshots = changingScreenshots(db)
  const shown = (id: number) => officeProduct(db, id, catalogue.shelves, lasts)

  return serves(officeScreenshots, {
    'POST /office/products/{id}/screenshots': async ({ params: { id }, body }, caller) => {
      await screenshots.add(id, body.pictureId, whoAsks(caller))
      return shown(id)
    },

    'POST /office/products/{id}/screenshots/order': async ({ params: { id }, body }, caller) => {
      await screenshots.order(id, body, whoAsks(caller))
      return shown(id)
    },

    'POST /office/screenshots/{id}': async ({ params: { id }, body }, caller) =>
      shown(await screenshots.describe(id, body.changes, whoAsks(caller))),

    'POST /office/screenshots/{id}/picture': async ({ params: { id }, body }, caller) =>
      shown(await screenshots.show(id, body, whoAsks(caller))),

    'POST /office/screenshots/{id}/remove': async ({ params: { id }, body }, caller) =>
      shown(await screenshots.remove(id, body.seen, whoAsks(caller))),
  } satisfies Handlers<typeof officeScreenshots>)
}
