// One product as the back office shows it.
import type { Queryable } from '#platform/database/database.ts'
import type { Answer } from '#platform/http/contract.ts'
import { notFound } from '#platform/http/errors.ts'
import { toMajor } from '#platform/money.ts'
import { reductionOf } from '#rooms/prices/rules.ts'
import { posterSubject } from './cards.ts'
import { seenOf } from './change-screenshots.ts'
import { offersOf } from './offer-store.ts'
import type { productsOffice } from './office.ts'
import * as store from './office-store.ts'
import { coverPath, screenshotPath } from './pictures.ts'
import { plansOf } from './plan-store.ts'
import { priceHistory } from './price-history.ts'
import { screenshotsOf } from './screenshot-store.ts'
import type { Shelves } from './shelves.ts'
import type { StockLasts } from './stock-lasts.ts'

type OfficeProduct = Answer<(typeof productsOffice)['GET /office/products/{id}']>

/** Throws 404 for what is none. */
export async function officeProduct(
  db: Queryable,
  id: number,
  shelves: Shelves,
  lasts: StockLasts,
): Promise<OfficeProduct> {
  const product = await store.wholeProduct(db, id)
  if (!product) throw notFound()
  const versions = await store.versionsOf(db, id)
  const offers = await offersOf(db, id)
  const sales = await lasts(offers.filter(({ backing }) => backing === 'keys'))
  const title = product.texts.name['en-US'] ?? ''
  return {
    ...product,
    img: coverPath(id, product.pictureId, posterSubject({ ...product, title, printed: versions }, shelves)),
    screenshots: (await screenshotsOf(db, id)).map((one) => ({
      ...one,
      img: screenshotPath('screenshots', one),
      seen: seenOf(one),
    })),
    path: `/${shelves.categories.get(product.categoryId)?.slug ?? ''}/${product.slug}`,
    skus: versions.map((version) => ({
      ...version,
      offers: offers
        .filter(({ skuId }) => skuId === version.id)
        .map(
          ({
            id: offerId,
            seller,
            isShop,
            backing,
            stock,
            active,
            lowAt,
            priceCents,
            lowestCents,
            beforeCents,
            lowestBeforeCents,
            costCents,
          }) => ({
            ...{ id: offerId, seller, isShop, backing, stock, active, lowAt },
            sold28: sales.get(offerId)?.sold ?? null,
            daysLeft: sales.get(offerId)?.daysLeft ?? null,
            price: toMajor(priceCents),
            cost: costCents === null ? null : toMajor(costCents),
            lowest30: toMajor(lowestCents),
            reduced: reducedFrom(reductionOf(priceCents, beforeCents, lowestBeforeCents)),
          }),
        ),
    })),
    pastPrices: await priceHistory(db, id),
    plans: (await plansOf(db, id)).map((plan) => ({
      ...{ id: plan.id, offerId: plan.offerId, state: plan.state, by: plan.actor, reason: plan.reason },
      price: toMajor(plan.priceCents),
      at: plan.at.toISOString(),
      before: plan.beforeCents === null ? null : toMajor(plan.beforeCents),
    })),
  }
}

const reducedFrom = (found: ReturnType<typeof reductionOf>) =>
  found && { lowest: toMajor(found.lowest), percent: found.percent }
