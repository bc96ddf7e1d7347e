// Keys and the batches they came in, as the back office sees them. No answer but two holds a key, and these two say so.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON, OFFICE_PROVED_WITHIN } from '#rooms/staff/limits.ts'
import {
  BATCH_STATES,
  BATCHES_PER_PAGE,
  KEY_REASONS,
  KEY_STATES,
  KEYS_PER_PAGE,
  type KeyReason,
  LINES_SHOWN,
  LONGEST_BATCH_SEARCH,
  LONGEST_SOURCE,
  LOOKS_PER_HOUR,
  MOST_LINES,
  MOST_TEXT,
  ODD_REASONS,
  type OddReason,
  REST_DAYS,
} from '#rooms/vault/limits.ts'

const State = z.enum(BATCH_STATES)
const KeyStateName = z.enum(KEY_STATES)
const Reason = z.string().trim().min(1).max(LONGEST_REASON)
const Named = z.string().trim().max(LONGEST_SOURCE)
const Cost = z.object({
  /** What one key cost, in hundredths. */
  minor: z.number().int().min(0).max(100_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/),
})

const Batch = {
  id: z.uuid(),
  productId: z.number(),
  product: z.string(),
  skuCode: z.string(),
  seller: z.string(),
  source: z.string(),
  supplier: z.string(),
  state: State,
  /** Of its version's offer, with its other batches: keys for sale, for how many days they last as fast as they sold in the last 28 (null: nobody can say), and whether it is on sale. */
  stock: z.number(),
  daysLeft: z.number().nullable(),
  onSale: z.boolean(),
  /** Empty: a command. */
  by: z.string(),
  at: z.iso.datetime(),
}

/** What the list is narrowed to; the address of the page holds the same. */
export const BatchFilter = {
  state: State.optional(),
  q: z.string().trim().max(LONGEST_BATCH_SEARCH).optional(),
}

/** What is brought in. */
const Typed = z.object({
  id: z.uuid(),
  skuCode: z.string().trim().min(1).max(200),
  source: Named.min(1),
  supplier: Named.default(''),
  cost: Cost.optional(),
  text: z.string().min(1).max(MOST_TEXT),
})
const Lines = <Reason extends string>(reason: z.ZodType<Reason>) =>
  z.object({ count: z.number(), first: z.array(z.object({ line: z.number(), reason })) })

const params = z.object({ id: z.uuid() })
/** Why, and the state in which he had seen it: in another one he looks again (`keys.refused.changed`). */
const act = z.object({ reason: Reason, seen: State })
/** How many keys it was. */
const Turned = z.object({ state: State, keys: z.number() })

export const keysOffice = defineContract({
  'GET /office/key-batches': {
    summary: `Batches of keys, the newest first, ${BATCHES_PER_PAGE} at a time. \`q\`: the code of a version, the name of a product, or the id of a batch. \`after\` is the \`next\` of the page before.`,
    access: { staff: 'vault.read' },
    query: z.object({ ...BatchFilter, after: z.string().max(80).optional() }),
    data: z.object({
      rows: z.array(
        z.object({
          ...Batch,
          /** For sale, counted to 1,000. */
          left: z.number(),
          isMore: z.boolean(),
        }),
      ),
      next: z.string().nullable(),
    }),
  },
  'GET /office/key-batches/{id}': {
    summary: 'One batch: its keys by state, what they cost, and how its import went',
    access: { staff: 'vault.read' },
    params,
    data: z.object({
      ...Batch,
      counts: z.partialRecord(KeyStateName, z.number()),
      cost: Cost.nullable(),
      /** US dollars, what one costs a shopper now. */
      price: z.number(),
      withdrawnAt: z.iso.datetime().nullable(),
      exportedAt: z.iso.datetime().nullable(),
      /** Until when it can come back; null: it cannot. */
      comesBackUntil: z.iso.datetime().nullable(),
      report: z
        .object({
          lines: z.number(),
          added: z.number(),
          refused: z.number(),
          first: z.array(
            z.object({ line: z.number(), reason: z.enum(Object.keys(KEY_REASONS) as [KeyReason, ...KeyReason[]]) }),
          ),
        })
        .nullable(),
    }),
  },
  'GET /office/key-batches/{id}/keys': {
    summary: `Its keys of one state, ${KEYS_PER_PAGE} at a time: whose they are and since when, never what they are`,
    access: { staff: 'vault.read' },
    params,
    query: z.object({ state: KeyStateName, after: z.coerce.number().int().min(0).max(1e15).default(0) }),
    data: z.object({
      rows: z.array(
        z.object({
          id: z.number(),
          orderId: z.uuid().nullable(),
          orderNo: z.string().nullable(),
          soldAt: z.iso.datetime().nullable(),
          deliveredAt: z.iso.datetime().nullable(),
          refundedAt: z.iso.datetime().nullable(),
        }),
      ),
      next: z.number().nullable(),
    }),
  },
  'POST /office/key-batches': {
    summary: `Brings keys in, one a line, ${MOST_LINES} lines at most. \`id\` is the new batch’s, made by whoever asks: asked twice they come once.`,
    access: { staff: 'vault.import' },
    maxBodyBytes: 2 * MOST_TEXT,
    body: Typed,
    data: z.object({ id: z.uuid() }),
  },
  'POST /office/key-batches/look': {
    summary: `What would become of the same lines now, of which nothing is kept. \`odd\`: those that would come in and look different from the others, ${LINES_SHOWN} of them at most. \`sample\`: the first lines that would come in, and the last ones.`,
    access: { staff: 'vault.import' },
    maxBodyBytes: 2 * MOST_TEXT,
    body: Typed,
    data: z.object({
      product: z.string(),
      lines: z.number(),
      added: z.number(),
      sample: z.array(z.number()),
      refused: Lines(z.enum(Object.keys(KEY_REASONS) as [KeyReason, ...KeyReason[]])),
      odd: Lines(z.enum(Object.keys(ODD_REASONS) as [OddReason, ...OddReason[]])),
    }),
  },
  'POST /office/key-batches/{id}/block': {
    summary: 'Its unsold keys are not sold, also not those that unpaid orders had reserved, until it is unblocked',
    access: { staff: 'vault.block' },
    params,
    body: act,
    data: Turned,
  },
  'POST /office/key-batches/{id}/unblock': {
    summary: 'Its keys are for sale again; paid orders that wait are served first',
    access: { staff: 'vault.block' },
    params,
    body: act,
    data: Turned,
  },
  'POST /office/key-batches/{id}/withdraw': {
    summary: `Its unsold keys leave the stock. For ${REST_DAYS} days they can come back, then never.`,
    access: { staff: 'vault.withdraw' },
    params,
    body: act,
    data: Turned,
  },
  'POST /office/key-batches/{id}/take-back': {
    summary: 'What was withdrawn is for sale again, unless it was exported or rested for too long',
    access: { staff: 'vault.withdraw' },
    params,
    body: act,
    data: Turned,
  },
  'POST /office/key-batches/{id}/move': {
    summary:
      'It and its unsold keys are another version’s, also those that unpaid orders had reserved. `from` is the version in which its author had seen it.',
    access: { staff: 'vault.withdraw' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params,
    body: act.extend({ from: z.string().max(200), skuCode: z.string().trim().min(1).max(200) }),
    data: Turned,
  },
  'POST /office/key-batches/{id}/export': {
    summary: 'Withdraws its unsold keys and answers them in clear, one a line. They never come back.',
    access: { staff: 'vault.withdraw' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params,
    body: act,
    data: z.object({ name: z.string(), keys: z.number(), text: z.string() }),
  },
  'POST /office/keys/{id}/reveal': {
    summary: `Answers one key in clear; ${LOOKS_PER_HOUR} an hour and person. A sold one counts as delivered from then on; another is never sold, and one that an order has reserved is not shown (\`keys.refused.reserved\`).`,
    access: { staff: 'vault.reveal' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: z.object({ id: z.coerce.number().int().min(1).max(1e15) }),
    body: z.object({ reason: Reason }),
    data: z.object({ key: z.string() }),
  },
})

type KeysOfficeCalls = typeof keysOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends KeysOfficeCalls {}
}
