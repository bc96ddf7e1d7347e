// The inbox, as a file says it.
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { defineList } from '#rooms/lists/hands.ts'
import { InboxFilter } from './office.ts'
import { inboxPage } from './office-calls.ts'

export const inboxList = (db: Database) =>
  defineList({
    read: 'inbox.read',
    query: z.object(InboxFilter),
    page: (query, after, { staffId }) => inboxPage(db, query, after, staffId),
    columns: {
      reference: { heads: ['inbox.reference'], cells: ({ reference }) => [reference] },
      since: { heads: [{ moment: 'lists.since' }], cells: ({ since }) => [new Date(since)] },
      what: {
        heads: ['lists.kind', 'inbox.what', 'lists.stars'],
        cells: ({ kind, title, score }, t) => [t(`inbox.one.${kind}`), title, score],
      },
      who: { heads: ['inbox.who', 'inbox.email'], cells: ({ name, email }) => [name, email] },
      language: { heads: ['lists.language'], cells: ({ locale }) => [locale] },
      state: { heads: ['inbox.state'], cells: ({ state }, t) => [t(`inbox.is.${state}`)] },
      assignee: { heads: ['inbox.assignee'], cells: ({ assignee }) => [assignee?.name ?? ''] },
    },
  })
