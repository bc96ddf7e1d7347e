// Serves the back office its products.
import type { Database } from '#platform/database/database.ts'
import { CallError, notFound } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { type Handlers, mergeCalls, serves } from '#platform/http/serve.ts'
import { fromMajor } from '#platform/money.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { whoAsks } from '#rooms/audit/hands.ts'
import { uploadContent, uploadFacts } from '#rooms/pictures/hands.ts'
import type { Previews } from '#rooms/previews/hands.ts'
import { changingCategories } from './change-category.ts'
import { changePicture, cutUpload, uploadPicture } from './change-picture.ts'
import { changingProducts } from './change-product.ts'
import { doubtPrices } from './doubted-price.ts'
import { makingProducts } from './make-product.ts'
import { productsOffice } from './office.ts'
import { productsOfficeChanges } from './office-change-contract.ts'
import type { ProductList } from './office-list.ts'
import { productsOfficePicture } from './office-picture-contract.ts'
import { officeProduct } from './office-product.ts'
import type { planningPrices } from './plans.ts'
import { previewProduct } from './previewing.ts'
import { LOW_AT } from './settings.ts'
import type { Catalogue } from './shelves.ts'
import type { StockLasts } from './stock-lasts.ts'

interface Served {
  db: Database
  catalogue: Catalogue
  list: ProductList
  plans: ReturnType<typeof planningPrices>
  previews: Previews
  settings: Settings
  lasts: StockLasts
}

export function productsOfficeCalls({ db, catalogue, list, plans, previews, settings, lasts }: Served) {
  const products = changingProducts(db)
  const making = makingProducts(db, () => settings.read(LOW_AT) || null)
  const categories = changingCategories(db)
  const shown = (id: number) => officeProduct(db, id, catalogue.shelves, lasts)

  return mergeCalls(
    serves(productsOffice, {
      'GET /office/products': ({ query }, { locale }) => list.page(query, locale),

      'GET /office/products/count': ({ query }, { locale }) => list.count(query, locale),

      'GET /office/products/{id}': ({ params: { id } }) => shown(id),

      'GET /office/shelves': async () => {
        const { categories: all, facets } = catalogue.shelves
        return {
          categories: [...all.values()],
          facets: [...facets.values()].map(({ countries: _, ...facet }) => facet),
        }
      },
    } satisfies Handlers<typeof productsOffice>),

    serves(productsOfficeChanges, {
      'POST /office/products/{id}': async ({ params: { id }, body }, caller) => {
        if (body.prices.length > 0) refuseOfPrices(caller)
        doubtPrices(caller, body.prices)
        await products.save(id, body, whoAsks(caller))
        return shown(id)
      },

      'POST /office/products/{id}/prices': async ({ params: { id }, body }, caller) => {
        doubtPrices(caller, body.changes)
        await products.setPrices(id, body.changes, whoAsks(caller), body.reason)
        return shown(id)
      },

      'POST /office/products/{id}/preview': async ({ params: { id }, body }, caller) => ({
        path: await previewProduct({ db, previews }, id, body, caller),
      }),

      'GET /office/slug': async ({ query: { name } }) => ({ slug: await making.slugFrom(name) }),

      'POST /office/products': async ({ body }, caller) => {
        refuseOfPrices(caller)
        return { id: await making.create(body, whoAsks(caller)) }
      },

      'POST /office/products/{id}/duplicate': async ({ params: { id }, body }, caller) => ({
        id: await making.duplicate(id, body, whoAsks(caller)),
      }),

      'POST /office/products/{id}/versions': async ({ params: { id }, body }, caller) => {
        refuseOfPrices(caller)
        return { id: await making.addVersion(id, body, whoAsks(caller)) }
      },

      'POST /office/categories': async ({ body }, caller) => ({ id: await categories.create(body, whoAsks(caller)) }),

      'POST /office/categories/{id}': async ({ params: { id }, body }, caller) => {
        await categories.save(id, body.changes, whoAsks(caller))
        return null
      },

      'POST /office/offers/{id}/plans': async ({ params: { id }, body: { price, ...wanted } }, caller) => ({
        id: await plans.plan(id, { priceCents: fromMajor(price), ...wanted }, whoAsks(caller), (change) =>
          doubtPrices(caller, [change]),
        ),
      }),

      'POST /office/plans/{id}/cancel': async ({ params: { id }, body: { reason } }, caller) => {
        await plans.cancel(id, reason, whoAsks(caller))
        return null
      },
    } satisfies Handlers<typeof productsOfficeChanges>),

    pictureCalls(db, shown),
  )
}

const pictureCalls = (db: Database, shown: (id: number) => ReturnType<typeof officeProduct>) =>
  serves(productsOfficePicture, {
    'POST /office/pictures': async ({ body }, caller) => ({
      id: await uploadPicture(db, body.bytes, staffOf(caller).email),
    }),

    'GET /office/pictures/{id}': async ({ params: { id } }) => {
      const facts = await uploadFacts(db, id)
      if (!facts) throw notFound()
      return facts
    },

    'GET /office/pictures/{id}/file': async ({ params: { id } }) => {
      if (!(await uploadFacts(db, id))) throw notFound()
      const bytes = new Uint8Array(await uploadContent(db, id))
      return { name: `${id.slice(0, 12)}.webp`, mediaType: 'image/webp', bytes, inline: true }
    },

    'POST /office/pictures/{id}/cut': async ({ params: { id }, body }) => ({ id: await cutUpload(db, id, body) }),

    'POST /office/products/{id}/picture': async ({ params: { id }, body }, caller) => {
      await changePicture(db, id, body, whoAsks(caller))
      return shown(id)
    },
  } satisfies Handlers<typeof productsOfficePicture>)

/** For calls that name a price beside what else they change. */
function refuseOfPrices(caller: Caller): void {
  if (!staffOf(caller).permissions.has('prices.write')) throw new CallError(403, 'error.forbidden')
}
