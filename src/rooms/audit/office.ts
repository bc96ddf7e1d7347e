// What people did, as the back office searches it and as each subject's page shows it.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { Day } from '#platform/http/day.ts'
import { AUDIT_PER_PAGE, LONGEST_ACT, LONGEST_SUBJECT } from './limits.ts'

const After = z.string().max(60).optional()
const Kind = z.string().trim().min(1).max(LONGEST_ACT)
const SubjectId = z.string().trim().min(1).max(LONGEST_SUBJECT)

/** What the log is narrowed to; the address of the page holds the same. */
export const AuditFilter = {
  /** Somebody's id, or `machine`: commands on the shop's machine. */
  person: z.union([z.uuid(), z.literal('machine')]).optional(),
  act: z.string().trim().max(LONGEST_ACT).optional(),
  /** Both or neither. */
  kind: Kind.optional(),
  id: SubjectId.optional(),
  from: Day.optional(),
  to: Day.optional(),
}

const Row = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** By which address he was known then, or which user of the shop's machine. */
  actor: z.string(),
  /** Null: a command on the machine. */
  staffId: z.uuid().nullable(),
  act: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string(),
  /** What it said of a person went with what else the shop held of him. */
  isErased: z.boolean(),
  /** By fact and by id: what people call the things of which it tells the ids, such as a product's category. */
  named: z.record(z.string(), z.record(z.string(), z.string())),
  /** It says something of a person, which whoever asks may not see: that takes `orders.read`, or what shows the person on the page of the thing, or to have done it. */
  isHidden: z.boolean(),
})

export const auditOffice = defineContract({
  'GET /office/audit': {
    summary: `What people did, the newest first, ${AUDIT_PER_PAGE} at a time. \`after\` is the \`next\` of the page before. Days are those of \`zone\`.`,
    access: { staff: 'audit.read' },
    query: z.object({ ...AuditFilter, after: After }),
    data: z.object({
      rows: z.array(
        z.object({
          ...Row.shape,
          /** From where; null: from the machine itself, or whoever asks visits a demo and is shown nobody's. */
          address: z.string().nullable(),
          kind: z.string(),
          subject: z.string(),
          /** What people call it, such as the number of an order; null: nobody knows. */
          name: z.string().nullable(),
        }),
      ),
      next: z.string().nullable(),
      zone: z.string(),
    }),
  },
  'GET /office/audit/choices': {
    summary: 'Whom, which acts and which kinds of subjects the log has, for its filters',
    access: { staff: 'audit.read' },
    data: z.object({
      people: z.array(z.object({ id: z.uuid(), actor: z.string() })),
      acts: z.array(z.string()),
      kinds: z.array(z.string()),
    }),
  },
  'GET /office/audit/of/{kind}/{id}': {
    summary: `What was done to one thing, the newest first, ${AUDIT_PER_PAGE} at a time: for whoever may see the thing, or the log`,
    access: 'staff',
    params: z.object({ kind: Kind, id: SubjectId }),
    query: z.object({ after: After }),
    data: z.object({ rows: z.array(Row), next: z.string().nullable() }),
  },
})

type AuditCalls = typeof auditOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends AuditCalls {}
}
