// How typed keys come in, and what would become of them, by the code that reads a file of them.
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Queryable } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { toMajor } from '#platform/money.ts'
import { audit, type Employee } from '#rooms/audit/hands.ts'
import {
  addBatch,
  importLines,
  lookAtLines,
  nearCodes,
  offerOf,
  skuCodes,
  batchStore as store,
  typedLines,
} from '#rooms/vault/hands.ts'
import { LINES_SAMPLED, MOST_LINES } from '#rooms/vault/limits.ts'

export interface Typed {
  id: string
  skuCode: string
  source: string
  supplier: string
  cost?: { minor: number; currency: string } | undefined
  text: string
}

export function bringingIn({ db, keyring }: { db: Database; keyring: Keyring }) {
  return {
    /** Asked twice with one id, the keys come once; asked for something else under it, nothing comes. */
    bringIn: (typed: Typed, who: Employee) =>
      db.transaction(async (tx) => {
        const { id, skuCode, source, supplier, cost, text } = typed
        const { offerId } = await placeOf(tx, typed)
        const batch = { id, offerId, source, supplier, ...(cost && { cost }), actor: who.email }
        if ((await addBatch(tx, batch)) === 0) {
          if (isAskedAgain(await store.batchOf(tx, id), typed, batch)) return
          throw refused('keys.refused.changed')
        }
        const { lines, added } = someOf(await importLines(tx, keyring, batch, typedLines(text)))
        await audit(tx, {
          ...{ by: who, act: 'keyBatch.import', subject: { kind: 'keyBatch', id } },
          after: {
            skuCode,
            source,
            supplier,
            ...(cost && { cost: `${toMajor(cost.minor).toFixed(2)} ${cost.currency}` }),
            lines,
            added,
          },
        })
      }),

    /** What would become of each line now, and of which product: nothing of it is kept. */
    async look(typed: Typed) {
      const { offerId, product } = await placeOf(db, typed)
      const done = someOf(await lookAtLines(db, keyring, offerId, typedLines(typed.text)))
      return { ...done, product, sample: sampleOf(typed.text, done.entries) }
    },
  }
}

async function placeOf(db: Queryable, { skuCode, text }: Typed) {
  if (text.split('\n', MOST_LINES + 2).length > MOST_LINES + 1)
    throw refused('keys.refused.tooManyLines', { most: MOST_LINES })
  return offerFor(db, skuCode, null)
}

function someOf<Done extends { lines: number }>(done: Done): Done {
  if (done.lines === 0) throw refused('keys.refused.noLines')
  return done
}

/** The first lines that come in and the last ones, by their numbers. */
function sampleOf(text: string, refused: readonly { line: number }[]): number[] {
  const leftOut = new Set(refused.map(({ line }) => line))
  const comesIn = [...typedLines(text)].flatMap(({ lines }) =>
    lines.filter((line) => line.text?.trim() !== '' && !leftOut.has(line.number)).map(({ number }) => number),
  )
  return comesIn.filter((_, at) => at < LINES_SAMPLED || at >= comesIn.length - LINES_SAMPLED)
}

/** By whom, of what and with how many lines: of the keys themselves nothing is kept by which they could be told apart. */
function isAskedAgain(
  known: store.BatchRow | undefined,
  { source, supplier, cost, text }: Typed,
  { offerId, actor }: { offerId: number; actor: string },
): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '').length
  const [was, is] = [
    known && [
      known.offerId,
      known.actor,
      known.source,
      known.supplier,
      known.costMinor,
      known.costCurrency,
      known.report?.lines,
    ],
    [offerId, actor, source, supplier, cost?.minor ?? null, cost?.currency ?? null, lines],
  ]
  return JSON.stringify(was) === JSON.stringify(is)
}

/** Where the seller of this name sells keys of the version with this code; null: the shop itself. */
export async function offerFor(tx: Queryable, skuCode: string, seller: string | null) {
  const offer = await offerOf(tx, skuCode, seller)
  if (!offer) {
    const codes = await skuCodes(tx)
    if (codes.includes(skuCode))
      throw seller === null
        ? refused('keys.refused.shopNotOffered', { code: skuCode })
        : refused('keys.refused.notOffered', { seller, code: skuCode })
    const near = nearCodes(skuCode, codes)
    throw near.length > 0
      ? refused('keys.refused.didYouMean', { code: skuCode, near: near.join(', ') })
      : refused('keys.refused.noVersion', { code: skuCode })
  }
  if (offer.backing === 'supplier') throw refused('keys.refused.supplier', { code: skuCode })
  return offer
}
