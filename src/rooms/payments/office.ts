// By what one can pay, as the back office shows and changes it.
import { z } from 'zod'
import { FieldChanges } from '#platform/field-changes.ts'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON, OFFICE_PROVED_WITHIN } from '#rooms/staff/limits.ts'

const reason = z.string().trim().min(1).max(LONGEST_REASON)
/** What he saw of it: where it has changed since, nothing is done (`methods.refused.changed`). */
const seen = z.string().max(40)
const params = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })

/**
 * `offered`; `simulated`: in a demo, by the provider's simulator; `off`; `missing`: its provider has no credentials here; `notAccepted`:
 * its provider asks something of the operator first; `refusing`: its provider refuses what it is set up with, and is tried again by
 * itself; `unknown`: no such provider any more.
 */
export const METHOD_STATES = ['offered', 'simulated', 'off', 'missing', 'notAccepted', 'refusing', 'unknown'] as const

export const methodsOffice = defineContract({
  'GET /office/methods': {
    summary: 'Every method of payment in the order in which they are offered, and what could be added',
    access: { staff: 'settings.read' },
    data: z.object({
      rows: z.array(
        z.object({
          id: z.number(),
          /** `stripe`, or `payssion:pix`. */
          code: z.string(),
          name: z.string(),
          state: z.enum(METHOD_STATES),
          /** Names of variables that its provider wants, never their values. */
          missing: z.array(z.string()),
          /** Its provider must be accepted before it is offered. */
          asksAcceptance: z.boolean(),
          /** Members alone can pay by it. */
          forMembers: z.boolean(),
          /** Whether its provider can be asked something harmless. */
          canTry: z.boolean(),
          /** Where consumers' cards are asked a fee that the law forbids there (decision C7). */
          forbiddenIn: z.array(z.string()),
          /** By the field, as `POST /office/methods/{id}` takes them. */
          fields: z.record(z.string(), z.union([z.string(), z.number()])),
          changedAt: z.iso.datetime().nullable(),
          changedBy: z.string().nullable(),
          seen,
        }),
      ),
      addable: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
  },
  'POST /office/methods': {
    summary: 'One more, with the terms that its provider suggests; not offered yet',
    access: { staff: 'settings.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    body: z.object({ code: z.string().max(80), reason }),
    data: z.object({ id: z.number() }),
  },
  'POST /office/methods/{id}': {
    summary:
      'Changes its terms by the field: `fee` in percent, `currencies` and `minimum` as they are written (`EUR USD`, `any`; `EUR=0.50`), `where` (`everywhere`, `only`, `not`) with `countries`, `types`, `position`, `hours`, `name.<language>`.',
    access: { staff: 'settings.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params,
    body: z.object({ changes: FieldChanges, reason }),
    data: z.null(),
  },
  'POST /office/methods/{id}/enable': {
    summary: 'Offers it. `accepts`: whoever runs the shop meets what its provider asks of him.',
    access: { staff: 'settings.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params,
    body: z.object({ accepts: z.boolean(), seen, reason }),
    data: z.null(),
  },
  'POST /office/methods/{id}/disable': {
    summary: 'Offers it no more. What was begun with it can still be paid.',
    access: { staff: 'settings.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params,
    body: z.object({ seen, reason }),
    data: z.null(),
  },
  'POST /office/methods/{id}/try': {
    summary: 'Asks its provider something harmless with the credentials of the shop',
    access: { staff: 'settings.write' },
    perMinute: 10,
    params,
    body: z.object({}),
    data: z.object({
      /** `answers`: credentials and connection are good; `refuses` the credentials; `silent`: no usable answer. */
      outcome: z.enum(['answers', 'refuses', 'silent']),
      /** The provider's word, or the network's. */
      code: z.string().nullable(),
    }),
  },
})

type MethodsOfficeCalls = typeof methodsOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends MethodsOfficeCalls {}
}
