// The audit log, as a file says it: acts by their words, what they changed as it was written down.

import type { OfficeWords } from '#rooms/audit/hands.ts'
import { AuditQuery, auditPage } from '#rooms/audit/hands.ts'
import { defineList } from './hands.ts'

const said = (t: OfficeWords, key: string, word: string) => (t.knows(key) ? t(key) : word)
const facts = (value: Record<string, unknown> | null) => (value === null ? '' : JSON.stringify(value))

export const auditList = (of: Parameters<typeof auditPage>[0]) =>
  defineList({
    read: 'audit.read',
    query: AuditQuery,
    // A file stays when a buyer's data is erased: nothing stands in it that goes with him.
    page: (query, after, { isDemo, locale }) => auditPage(of, query, after, { isDemo, locale, sees: () => false }),
    columns: {
      at: { heads: [{ moment: 'lists.at' }], cells: ({ at }) => [new Date(at)] },
      who: { heads: ['audit.person', 'lists.address'], cells: ({ actor, address }) => [actor, address] },
      act: { heads: ['audit.act'], cells: ({ act }, t) => [said(t, `audit.acts.${act}`, act)] },
      subject: {
        heads: ['audit.kind', 'audit.id'],
        cells: ({ kind, subject, name }, t) => [said(t, `audit.kinds.${kind}`, kind), name ?? subject],
      },
      changes: { heads: ['lists.before', 'lists.after'], cells: ({ before, after }) => [facts(before), facts(after)] },
      reason: {
        heads: ['lists.reason'],
        cells: ({ reason, isErased, isHidden }, t) => [
          isErased ? t('audit.erased') : isHidden ? t('audit.notInFiles') : reason,
        ],
      },
    },
  })
