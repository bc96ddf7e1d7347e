// A part of an uploaded picture as a picture of its own. Who shows it refers to it like to any other.
import { createHash } from 'node:crypto'
import type { Queryable } from '#platform/database/database.ts'
import { type Cut, LEAST_EDGE, WHOLE } from './limits.ts'
import { PictureRefused } from './refused.ts'
import * as store from './store.ts'

/** Answers its id; of the whole without a point that is to be seen the picture's own. Throws PictureRefused. */
export async function storeCut(db: Queryable, of: string, cut: Cut): Promise<string> {
  const facts = await store.uploadFacts(db, of)
  if (!facts) throw new PictureRefused('gone')
  const { originalId, width, height } = facts
  const area = {
    left: Math.min(Math.round((cut.x * width) / WHOLE), width - 1),
    top: Math.min(Math.round((cut.y * height) / WHOLE), height - 1),
    width: Math.round((cut.width * width) / WHOLE),
    height: Math.round((cut.height * height) / WHOLE),
  }
  // Rounding may lead one pixel outside.
  area.width = Math.min(area.width, width - area.left)
  area.height = Math.min(area.height, height - area.top)
  if (Math.min(area.width, area.height) < LEAST_EDGE) throw new PictureRefused('tooSmall')
  if (cut.focus === null && area.width === width && area.height === height) return originalId
  const { x, y, focus } = cut
  const id = createHash('sha256')
    .update(JSON.stringify([originalId, x, y, cut.width, cut.height, focus && [focus.x, focus.y]]))
    .digest('hex')
  if (await store.keepUpload(db, id)) return id
  const { drawPart } = await import('./accept.ts')
  const part = await drawPart(await store.uploadContent(db, originalId), area)
  // The whole one may have been forgotten while its part was drawn.
  await store.addCut(db, { id, ...part, originalId, cut }).catch((error) => {
    throw (error as { code?: string }).code === '23503' ? new PictureRefused('gone') : error
  })
  return id
}
