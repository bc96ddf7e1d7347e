// What people wrote to the shop: tickets, enquiries, withdrawals and reviews in one queue (docs/decisions/060).
import { mergeCalls } from '#platform/http/serve.ts'
import { defineRoom } from '#platform/room.ts'
import { referencesOf } from './kinds.ts'
import { inboxList } from './list.ts'
import { inboxActCalls } from './office-acts.ts'
import { inboxOfficeCalls } from './office-calls.ts'
import { inboxReplyCalls } from './reply-calls.ts'
import { replyNames } from './reply-store.ts'
import { KINDS } from './wire.ts'

export const inboxRoom = defineRoom({
  name: 'inbox',
  needs: {},
  open: ({ db, events, mailDomain }) => ({
    calls: mergeCalls(inboxOfficeCalls({ db }), inboxActCalls({ db, events, mailDomain }), inboxReplyCalls({ db })),
    declares: {
      lists: { inbox: inboxList(db) },
      subjectNames: { ...REFERENCES, savedReply: replyNames },
      showsPersons: { withdrawal: 'inbox.read', review: 'inbox.read' },
      permissions: {
        'inbox.read': ['manager', 'support', 'reader'],
        'inbox.answer': ['manager', 'support'],
        'reviews.moderate': ['manager', 'support'],
      },
    },
  }),
})

/** What something is about is for whoever reads the inbox. */
const REFERENCES = Object.fromEntries(KINDS.map((kind) => [kind, referencesOf(kind)]))
