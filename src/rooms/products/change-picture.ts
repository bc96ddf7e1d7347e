// The picture of a product: an uploaded one, or again the one that the shop draws.
import type { Database } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { audit, type Who } from '#rooms/audit/hands.ts'
import { PictureRefused, storeCut, storePicture } from '#rooms/pictures/hands.ts'
import type { Cut } from '#rooms/pictures/limits.ts'
import { changing, openProduct } from './changing.ts'
import * as store from './office-store.ts'

/** Answers its id. What it is refused for is said in the words of the back office. */
export const uploadPicture = (db: Database, file: Buffer, by: string) => saying(storePicture(db, file, { by }))

/** A part of a picture, or where it is looked at. Answers its id. */
export const cutUpload = (db: Database, of: string, cut: Cut) => saying(storeCut(db, of, cut))

function saying<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw error instanceof PictureRefused ? refused(`pictures.refused.${error.reason}`) : error
  })
}

export function changePicture(
  db: Database,
  id: number,
  { pictureId, seen }: { pictureId: string | null; seen: string | null },
  by: Who,
): Promise<void> {
  return changing(db, async (tx) => {
    const { product } = await openProduct(tx, id)
    if (product.pictureId !== seen) throw refused('catalogue.refused.changed')
    if (pictureId === seen) return
    await unlessGone(store.setPicture(tx, id, pictureId))
    await audit(tx, {
      ...{ by, act: 'product.picture', subject: { kind: 'product', id: String(id) } },
      before: { picture: seen },
      after: { picture: pictureId },
    })
  })
}

/** What begins to refer to a picture: it may have been uploaded more than a day ago, and forgotten since. */
export function unlessGone<T>(change: Promise<T>): Promise<T> {
  return change.catch((error) => {
    throw (error as { code?: string }).code === '23503' ? refused('pictures.refused.gone') : error
  })
}
