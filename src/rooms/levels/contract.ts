// Levels of members, and where each of them stands (specification §3, §7; decision C8).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { pageQuery } from '#platform/http/paging.ts'

const Level = z.object({
  /** From 1. */
  level: z.number(),
  name: z.string(),
  /** Percent. */
  discount: z.number(),
  /** What must have been spent in all, in US dollars. */
  consumption: z.number(),
})
const Membership = z.object({
  levels: z.array(Level),
  /** One of these. */
  level: z.number(),
  nextLevel: Level.nullable(),
  /** Spent so far, in US dollars, as it counts for levels. */
  totalConsumption: z.number(),
  currentPoints: z.number(),
  /** Of orders that are not completed yet. */
  pendingPoints: z.number(),
  /** US dollars per point. */
  pointsExchangeRate: z.number(),
})

const PointsEntry = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** Of what an order earned or lost again, or of points that became balance. */
  reason: z.enum(['order', 'converted']),
  orderId: z.uuid().nullable(),
  /** For people to read out. */
  orderNo: z.string().nullable(),
  /** Each with what there was then. */
  points: z.number(),
  currentPoints: z.number(),
  /** Of orders that are not completed yet. */
  pendingPoints: z.number(),
  currentPendingPoints: z.number(),
  /** In US dollars, as it counts for levels. */
  consumption: z.number(),
  totalConsumption: z.number(),
})

export const levelsContract = defineContract({
  'GET /api/getUserLevelInfo/{id}': {
    summary: 'The level of whoever is signed in; another’s id is refused',
    access: 'member',
    params: z.object({ id: z.string().max(60) }),
    data: z.object({
      title: z.string(),
      /** Percent. */
      discount: z.number(),
    }),
  },
  'GET /api/profile/memberGroup': {
    summary: 'The levels, and where whoever is signed in stands among them',
    access: 'member',
    query: z.object({ memberId: z.string().max(60).optional() }),
    data: Membership,
  },
  'GET /api/profile/points': {
    summary:
      'What whoever is signed in has earned and lost again, or turned into balance: points, pending points and what counts for levels, each with its total then, the newest first',
    access: 'member',
    query: z.object({
      ...pageQuery(),
    }),
    rows: PointsEntry,
  },
})

type LevelsCalls = typeof levelsContract
declare module '#browser/calls.ts' {
  interface Calls extends LevelsCalls {}
}
