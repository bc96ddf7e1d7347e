// An uploaded picture goes into the database once, however often it comes.
import { createHash } from 'node:crypto'
import type { Queryable } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { FairQueue } from '#platform/fair-queue.ts'
import type { AcceptedPicture } from './accept.ts'
import { MOST_BYTES } from './limits.ts'
import * as store from './store.ts'

interface StoreOptions {
  /** What is transparent is not put on white. */
  staysClear?: boolean
  /** Who of the office uploads it; null: a program does. */
  by?: string | null
}

/**
 * Keeps a picture and answers its id, which a row of the caller's refers to; until one does, it stays for a day. Throws
 * PictureRefused. Drawing it anew takes seconds: not inside of a transaction.
 */
export async function storePicture(
  db: Queryable,
  file: Buffer,
  { staysClear = false, by = null }: StoreOptions = {},
): Promise<string> {
  // The same file on white is another picture.
  const id = createHash('sha256')
    .update(staysClear ? 'clear\n' : '')
    .update(file)
    .digest('hex')
  // What is too large is not even looked up: it cannot be there.
  if (file.length <= MOST_BYTES && (await store.keepUpload(db, id))) return id
  const drawn = await redrawPicture(file, { staysClear })
  failpoint('picture drawn')
  await store.addUpload(db, { id, ...drawn, uploadedBy: by })
  failpoint('picture kept')
  return id
}

/** Redrawing takes up to 120 MB each: two at once, in the order in which files came. */
const redrawing = new FairQueue({ atOnce: 2, atOncePerClient: 2, waiting: 64, waitingPerClient: 64 })

/** The picture as it would be kept, for whoever keeps it himself because not everybody may see it. Throws PictureRefused. */
export async function redrawPicture(file: Buffer, how?: { staysClear: boolean }): Promise<AcceptedPicture> {
  // The picture library stays outside of processes that never take one.
  const { acceptPicture } = await import('./accept.ts')
  return redrawing.run('', () => acceptPicture(file, how))
}

// Raised when uploaded pictures are cut or packed in another way, so that browsers fetch the new ones.
const CUTTING = 1

/** Ten hexadecimal digits for the address of an uploaded picture, which change with the picture. */
export function uploadedHash(id: string): string {
  return createHash('sha1')
    .update(JSON.stringify([CUTTING, id]))
    .digest('hex')
    .slice(0, 10)
}
