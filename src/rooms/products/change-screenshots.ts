// Screenshots of a product: added, put in order, described, removed. Whoever changes them holds the product's lock.
import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { FieldChange } from '#platform/field-changes.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { audit, type Who } from '#rooms/audit/hands.ts'
import { unlessGone } from './change-picture.ts'
import { beforeAndAfter, changesOf, changing } from './changing.ts'
import { LONGEST_ALT, MOST_SCREENSHOTS } from './limits.ts'
import { checkTextField, textFields, withText } from './localized-fields.ts'
import { lockProduct } from './office-store.ts'
import * as store from './screenshot-store.ts'

export function changingScreenshots(db: Database) {
  /** With the product locked: its screenshots as they are now. */
  const atProduct = <T>(id: number, work: (tx: Transaction, now: store.Screenshot[]) => Promise<T>) =>
    changing(db, async (tx) => {
      if (!(await lockProduct(tx, id))) throw notFound()
      return work(tx, await store.screenshotsOf(tx, id))
    })

  /** Answers which product's it is. */
  async function at(
    id: number,
    work: (tx: Transaction, one: store.Screenshot, productId: number, now: store.Screenshot[]) => Promise<void>,
  ) {
    const productId = await store.productOfScreenshot(db, id)
    if (productId === undefined) throw notFound()
    await atProduct(productId, async (tx, now) => {
      const one = now.find((other) => other.id === id)
      if (!one) throw notFound()
      await work(tx, one, productId, now)
    })
    return productId
  }

  return {
    /** The last; one that is there already stays as it is. */
    add: (productId: number, pictureId: string, by: Who) =>
      atProduct(productId, async (tx, now) => {
        if (now.some((one) => one.pictureId === pictureId)) return
        if (now.length >= MOST_SCREENSHOTS) throw refused('screenshots.refused.many', { most: MOST_SCREENSHOTS })
        const id = await unlessGone(store.addScreenshot(tx, productId, pictureId))
        await audit(tx, {
          ...{ by, act: 'product.screenshotAdd', subject: subject(productId) },
          after: { screenshot: id ?? null, picture: pictureId },
        })
        failpoint('screenshot written')
      }),

    /** `seen`: in which order they were when somebody decided on another. */
    order: (productId: number, { ids, seen }: { ids: readonly number[]; seen: readonly number[] }, by: Who) =>
      atProduct(productId, async (tx, now) => {
        const before = now.map(({ id }) => id)
        const isSame = (some: readonly number[]) => some.join() === before.join()
        const isAll = [...ids].sort(byNumber).join() === [...before].sort(byNumber).join()
        if (!isSame(seen) || !isAll) throw refused('catalogue.refused.changed')
        if (isSame(ids)) return
        await store.orderScreenshots(tx, productId, ids)
        await audit(tx, {
          ...{ by, act: 'product.screenshotOrder', subject: subject(productId) },
          before: { screenshots: before.join(', ') },
          after: { screenshots: ids.join(', ') },
        })
      }),

    describe: (id: number, wanted: readonly FieldChange[], by: Who) =>
      at(id, async (tx, one, productId) => {
        const changes = changesOf(textFields('alt', one.alt), wanted)
        for (const { field, after } of changes) {
          checkTextField(field, after, LONGEST_ALT, true)
          one.alt = withText(one.alt, field, after)
        }
        if (changes.length === 0) return
        await store.describeScreenshot(tx, id, one.alt)
        const { before, after } = beforeAndAfter(changes)
        await audit(tx, {
          ...{ by, act: 'product.screenshotAlt', subject: subject(productId) },
          before: { screenshot: id, ...before },
          after: { screenshot: id, ...after },
        })
      }),

    /** Another part of it, mostly. */
    show: (id: number, { pictureId, seen }: { pictureId: string; seen: string }, by: Who) =>
      at(id, async (tx, one, productId, now) => {
        if (one.pictureId !== seen) throw refused('catalogue.refused.changed')
        if (pictureId === seen) return
        if (now.some((other) => other.pictureId === pictureId)) throw refused('screenshots.refused.twice')
        await unlessGone(store.showScreenshot(tx, id, pictureId))
        await audit(tx, {
          ...{ by, act: 'product.screenshotPicture', subject: subject(productId) },
          before: { screenshot: id, picture: seen },
          after: { screenshot: id, picture: pictureId },
        })
      }),

    remove: (id: number, seen: string, by: Who) =>
      at(id, async (tx, one, productId) => {
        if (seenOf(one) !== seen) throw refused('catalogue.refused.changed')
        await store.removeScreenshot(tx, id)
        await audit(tx, {
          ...{ by, act: 'product.screenshotRemove', subject: subject(productId) },
          before: { screenshot: id, picture: one.pictureId, ...textFields('alt', one.alt) },
        })
      }),
  }
}

const byNumber = (a: number, b: number) => a - b
const subject = (id: number) => ({ kind: 'product', id: String(id) }) as const

/** Another after every change of it. */
export const seenOf = ({ pictureId, alt }: store.Screenshot) =>
  createHash('sha256')
    .update(JSON.stringify([pictureId, alt]))
    .digest('hex')
    .slice(0, 16)
