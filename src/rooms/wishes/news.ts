// Finds what members are to be told of their wishes, and tells it (docs/decisions/040). Every step is one transaction that
// several instances may begin at once: what one has in its hands the others pass over, and what it did not commit is found again.
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import { eachOf } from '#platform/jobs/each.ts'
import { promiseMail } from '#rooms/mail/hands.ts'
import * as checks from './checks-store.ts'
import * as store from './news-store.ts'
import { look, lookQuietly, type Now } from './rules.ts'

/** Wishes that are looked at in one transaction. */
const BATCH = 200
/** Transactions of one tick: then others have their turn, and the rest comes with the next. */
const MOST_STEPS = 500
/** Checks that are dropped at once, because nobody wishes for these products. */
const DROPPED = 5_000
/** What falls within this time comes with one mail: a sale lowers many prices, one after the other. */
export const GATHER_SECONDS = 60

export interface NewsOptions {
  db: Database
  mailDomain: () => string
}

/** Tick. */
export async function spreadNews({ db, mailDomain }: NewsOptions, gatherSeconds = GATHER_SECONDS): Promise<void> {
  for (let n = 0; n < MOST_STEPS && (await checks.dropUnwished(db, DROPPED)) === DROPPED; n++);
  for (let n = 0; n < MOST_STEPS && (await db.transaction(takeStep)); n++);
  await eachOf(await store.membersToTell(db, gatherSeconds, MOST_STEPS), (memberId) =>
    db.transaction((tx) => tell(tx, memberId, mailDomain())),
  )
}

/** Holds one batch of wishes against what their product costs now. Answers whether there was one. */
async function takeStep(tx: Transaction): Promise<boolean> {
  const check = await checks.nextCheck(tx)
  if (!check) return false
  const { productId, isQuiet } = check
  if (check.afterMember === null) await checks.dropOthersLike(tx, check)
  // Nobody sees it. Once it is published a check of its own comes (migration 0209), which tells nothing of a quiet change.
  if (!isQuiet && (await store.isDraft(tx, productId))) {
    await checks.dropCheck(tx, check.id)
    return true
  }
  const prices = new Map(
    (await store.pricesOf(tx, productId)).map(({ skuId, ...price }): [number | null, Now] => [skuId, price]),
  )
  // Asked after the prices are read: what changed before that has left its check by then.
  if (isQuiet && (await checks.letOthersFirst(tx, check)) > 0) return true
  const waits = isQuiet && (await checks.waitsForTomorrow(tx, productId))
  const wishes = await store.wishesFor(tx, check, BATCH)
  const looked = wishes.map((wish) => {
    const now = prices.get(wish.skuId) ?? { cents: null, inStock: false }
    return { wish, ...(isQuiet ? lookQuietly(wish, now, waits) : look(wish, now)) }
  })
  const told = await store.addNews(
    tx,
    productId,
    looked.flatMap(({ wish: { memberId, skuId, cents: beforeCents }, news, known }) =>
      news && known.cents !== null ? [{ memberId, skuId, kind: news, cents: known.cents, beforeCents }] : [],
    ),
  )
  const isToldMeanwhile = ({ news, wish }: (typeof looked)[number]) => news !== undefined && !told.has(wish.memberId)
  await store.noteKnown(
    tx,
    productId,
    looked
      .filter((one) => !isToldMeanwhile(one))
      .filter(({ wish, known }) => wish.cents !== known.cents || wish.inStock !== known.inStock)
      .map(({ wish: { memberId }, known }) => ({ memberId, ...known })),
  )
  if (looked.some((one) => one.again || isToldMeanwhile(one))) await checks.checkTomorrow(tx, productId)
  if (wishes.length < BATCH) await checks.dropCheck(tx, check.id)
  else await checks.moveCheck(tx, check.id, wishes.at(-1)!.memberId)
  return true
}

/** One mail with all that waits for him. */
async function tell(tx: Transaction, memberId: string, mailDomain: string): Promise<void> {
  const reader = await store.readerOf(tx, memberId)
  if (!reader) return
  if (!reader.silent) await keepTrueNews(tx, memberId)
  const id = randomUUID()
  // What another instance has told meanwhile is not told again; what he wants no more of is done with.
  if ((await store.putIntoMail(tx, memberId, id)) === 0 || reader.silent) return
  await promiseMail(tx, {
    id,
    messageId: `<${id}@${mailDomain}>`,
    recipient: reader.email,
    locale: reader.locale,
    template: 'wishNews',
    data: { wishMailId: id },
  })
}

/** Prices are corrected, and products withdrawn, while news wait to be told: they are held against what is true now. */
async function keepTrueNews(tx: Transaction, memberId: string): Promise<void> {
  await store.lockToldWishes(tx, memberId)
  const waiting = await store.waitingNews(tx, memberId)
  await store.keepTrueNews(tx, memberId, waiting.map(lookAgain))
}

/** From what he knew before; of what is not told he knows that still, and is told when it comes again. */
function lookAgain({ productId, day, kind, beforeCents, wishedCents, isOver, ...now }: store.WaitingRow) {
  const before = { cents: beforeCents, inStock: kind === 'reduced' }
  if (isOver) return { productId, day, kind: null, ...before }
  const { news, known } = look({ ...before, wishedCents, toldToday: false, silent: false }, now)
  return { productId, day, kind: news ?? null, ...known }
}
