// Serves the back office all uploaded pictures.
import type { Database } from '#platform/database/database.ts'
import { NobodyWaits, QueueFull } from '#platform/fair-queue.ts'
import { invalid, notFound } from '#platform/http/errors.ts'
import { queueFull } from '#platform/http/refuse-busy.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { whoAsks } from '#rooms/audit/hands.ts'
import { uploadFacts } from '#rooms/pictures/hands.ts'
import { officeLibrary } from './office-library-contract.ts'
import { type After, pictureLibrary } from './picture-library.ts'

type Thumbnail = (upload: string, waiter: { address: string; signal: AbortSignal }) => Promise<Buffer>

export function libraryOfficeCalls(db: Database, thumbnail: Thumbnail) {
  const library = pictureLibrary(db)
  return serves(officeLibrary, {
    'GET /office/pictures': async ({ query: { only, after } }, { locale }) => {
      const { rows, next } = await library.page({ only, after: readAfter(after), locale })
      return {
        rows: rows.map(({ id, width, height, bytes, createdAt, uploadedBy, uses, isMore }) => ({
          ...{ id, width, height, bytes, uploadedAt: createdAt.toISOString(), uploadedBy, uses, isMore },
        })),
        next: next && `${next.id}_${next.at}`,
      }
    },

    'GET /office/pictures/{id}/thumbnail': async ({ params: { id } }, { address }) => {
      if (!(await uploadFacts(db, id))) throw notFound()
      const waiter = { address, signal: AbortSignal.timeout(30_000) }
      const bytes = await thumbnail(id, waiter).catch(async (error) => {
        if (error instanceof QueueFull) throw queueFull(error)
        if (error instanceof NobodyWaits) throw queueFull({ whose: 'all' })
        // Somebody may have removed it meanwhile.
        throw (await uploadFacts(db, id)) ? error : notFound()
      })
      return { name: `${id.slice(0, 12)}.webp`, mediaType: 'image/webp', bytes: new Uint8Array(bytes), inline: true }
    },

    'POST /office/pictures/{id}/remove': async ({ params: { id }, body: { reason } }, caller) => {
      await library.remove(id, whoAsks(caller), reason)
      return null
    },
  } satisfies Handlers<typeof officeLibrary>)
}

/** Throws 400. */
function readAfter(text: string | undefined): After | undefined {
  if (text === undefined) return undefined
  const [, id, at] = /^([0-9a-f]{64})_(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)$/.exec(text) ?? []
  if (id && at && !Number.isNaN(Date.parse(at))) return { at, id }
  throw invalid([{ path: 'after', message: 'error.invalid' }])
}
