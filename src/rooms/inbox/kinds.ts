// The four kinds of what people write to the shop, each as its own room knows it.
import type { Database, Queryable } from '#platform/database/database.ts'
import { isNumberId, type Names } from '#platform/database/names.ts'
import { isUuid } from '#platform/uuid.ts'
import { contactOf, enquiryEntries, enquiryIdsOf, enquiryMessages } from '#rooms/enquiries/hands.ts'
import { findMember } from '#rooms/members/hands.ts'
import { orderNoIn } from '#rooms/orders/limits.ts'
import { judgedReview, reviewEntries, reviewIdsOf, reviewIdsOfOrder } from '#rooms/reviews/hands.ts'
import { messagesOf, ticketEntries, ticketIdsOf, ticketIdsOfOrder } from '#rooms/tickets/hands.ts'
import {
  declaredWithdrawal,
  withdrawalEntries,
  withdrawalIdsOf,
  withdrawalIdsOfOrder,
} from '#rooms/withdrawals/hands.ts'
import { MOST_FOUND, MOST_SHOWN } from './limits.ts'
import { isAddress, referenceIn } from './rules.ts'
import type { Item, Message } from './schemas.ts'
import { itemsOfReference } from './store.ts'
import type { Kind } from './wire.ts'

export interface Entry {
  id: string
  title: string
  topic: string
  score: number | null
  name: string
  email: string
  locale: string
  createdAt: Date
}

interface KindOfItem {
  /** Before the beginning of the id, or before the number. */
  letter: string
  entries(db: Queryable, ids: string[]): Promise<Entry[]>
  /** Ids of what somebody wrote; `who` in lower case. */
  idsOf(db: Queryable, who: string): Promise<string[]>
  /** Ids of what was written about the order of this number, where this kind says one. */
  idsOfOrder?(db: Queryable, orderNo: string): Promise<string[]>
  /** What is shown of one beside its entry; undefined: it is gone. */
  detail(db: Queryable, entry: Entry): Promise<{ messages: Message[]; about: Item['about'] } | undefined>
}

/** An id as its kind has them. */
export const isIdOf = (kind: Kind, id: string) => isUuid(id) === (kind !== 'review')

export function referenceOf(kind: Kind, id: string): string {
  const { letter } = KINDS_OF_ITEMS[kind]
  return kind === 'review' ? `${letter}-${id}` : `${letter}-${id.slice(0, 8).toUpperCase()}`
}

/** What people quote of those of these ids that are there, by id. */
export const referencesOf =
  (kind: Kind): Names =>
  async (db, ids) => {
    const entries = await KINDS_OF_ITEMS[kind].entries(db, ids.filter(kind === 'review' ? isNumberId : isUuid))
    return new Map(entries.map(({ id }) => [id, referenceOf(kind, id)]))
  }

const plainly = { topic: '', score: null }
const first = ({ id, title, createdAt }: Entry): Message[] =>
  title === '' ? [] : [{ id, author: 'customer', by: '', text: title, at: createdAt.toISOString(), files: [] }]

interface Written {
  id: string
  answeredBy: string | null
  text: string
  createdAt: Date
  files?: Message['files']
}

const shown = ({ id, answeredBy, text, createdAt, files = [] }: Written): Message => ({
  ...{ id, text, files, at: createdAt.toISOString() },
  ...{ author: answeredBy === null ? 'customer' : 'shop', by: answeredBy ?? '' },
})

export const KINDS_OF_ITEMS: Record<Kind, KindOfItem> = {
  ticket: {
    letter: 'T',
    entries: async (db, ids) => (await ticketEntries(db, ids)).map((entry) => ({ ...plainly, ...entry })),
    async idsOf(db, who) {
      const member = await findMember(db, who)
      return member ? ticketIdsOf(db, member.id, MOST_FOUND) : []
    },
    idsOfOrder: (db, orderNo) => ticketIdsOfOrder(db, orderNo, MOST_FOUND),
    async detail(db, { id }) {
      const [entry] = await ticketEntries(db, [id])
      if (!entry) return undefined
      const messages = await messagesOf(db, id, MOST_SHOWN)
      return { messages: messages.map(shown), about: { kind: 'ticket', orderNo: entry.orderNo } }
    },
  },
  enquiry: {
    letter: 'E',
    entries: async (db, ids) => (await enquiryEntries(db, ids)).map((entry) => ({ ...plainly, ...entry })),
    idsOf: (db, who) => enquiryIdsOf(db, who, MOST_FOUND),
    async detail(db, entry) {
      const contact = await contactOf(db, entry.id)
      if (!contact) return undefined
      const later = await enquiryMessages(db, entry.id, MOST_SHOWN)
      return { messages: [...first(entry), ...later.map(shown)], about: { kind: 'enquiry', ...contact } }
    },
  },
  withdrawal: {
    letter: 'W',
    entries: async (db, ids) => (await withdrawalEntries(db, ids)).map((entry) => ({ ...plainly, ...entry })),
    idsOf: (db, who) => withdrawalIdsOf(db, who, MOST_FOUND),
    idsOfOrder: (db, orderNo) => withdrawalIdsOfOrder(db, orderNo, MOST_FOUND),
    async detail(db, { id, title }) {
      const declared = await declaredWithdrawal(db, id)
      if (!declared) return undefined
      const { decisionText: reason, handledAt, dueAt, ...more } = declared
      const about = { kind: 'withdrawal', orderNo: title, reason, ...more } as const
      const decidedAt = handledAt?.toISOString() ?? null
      return { messages: [], about: { ...about, dueAt: dueAt.toISOString(), decidedAt } }
    },
  },
  review: {
    letter: 'R',
    entries: async (db, ids) =>
      (await reviewEntries(db, ids.map(Number))).map((entry) => ({ ...plainly, ...entry, id: String(entry.id) })),
    idsOf: async (db, who) => (await reviewIdsOf(db, who, MOST_FOUND)).map(String),
    idsOfOrder: async (db, orderNo) => (await reviewIdsOfOrder(db, orderNo, MOST_FOUND)).map(String),
    async detail(db, entry) {
      const judged = await judgedReview(db, Number(entry.id))
      if (!judged) return undefined
      const { state: decision, decidedAt, ...more } = judged
      const about = { kind: 'review', decision, ...more, decidedAt: decidedAt?.toISOString() ?? null } as const
      return { messages: first(entry), about }
    },
  },
}

/**
 * What a search has in mind: a reference, the number of an order, or somebody's whole address or username; undefined: it has the
 * shape of none.
 */
export async function itemsMeantBy(db: Database, typed: string): Promise<{ kind: Kind; id: string }[] | undefined> {
  const kinds = Object.entries(KINDS_OF_ITEMS) as [Kind, KindOfItem][]
  const ofEach = async (find: (of: KindOfItem) => Promise<string[]> | undefined) => {
    const found = await Promise.all(kinds.map(([, of]) => find(of) ?? []))
    return kinds.flatMap(([kind], at) => found[at]!.map((id) => ({ kind, id })))
  }
  if (isAddress(typed)) return ofEach(({ idsOf }) => idsOf(db, typed.toLowerCase()))
  const reference = referenceIn(typed)
  const kind = kinds.find(([, { letter }]) => letter === reference?.letter)?.[0]
  if (kind && reference)
    return kind === 'review' ? [{ kind, id: reference.rest }] : itemsOfReference(db, kind, reference.rest)
  const orderNo = orderNoIn(typed)
  return orderNo === undefined ? undefined : ofEach(({ idsOfOrder }) => idsOfOrder?.(db, orderNo))
}
