// Serves the saved replies.
import type { Database, Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import { MOST_REPLIES } from './limits.ts'
import { inboxReplies } from './office-reply-contract.ts'
import * as store from './reply-store.ts'
import type { SavedReply } from './schemas.ts'

export function inboxReplyCalls({ db }: { db: Database }) {
  return serves(inboxReplies, {
    'GET /office/saved-replies': async () => ({ replies: await store.savedReplies(db, MOST_REPLIES) }),

    'POST /office/saved-replies/{id}': ({ params: { id }, body }, caller) =>
      db.transaction(async (tx) => {
        if (body.seen === 0 && (await store.countReplies(tx)) >= MOST_REPLIES) throw refused('inbox.refused.replies')
        const before = await store.savedReply(tx, id)
        const after = await store.saveReply(tx, { id, ...body })
        if (!after) {
          // What was sent twice was saved once.
          if (before && isSame(before, body)) return before
          throw refused('inbox.refused.reply')
        }
        await note(tx, caller, 'savedReply.save', { id, before, after })
        return after
      }),

    'POST /office/saved-replies/{id}/forget': ({ params: { id }, body: { seen } }, caller) =>
      db.transaction(async (tx) => {
        const before = await store.savedReply(tx, id)
        if (!before) return null
        if ((await store.forgetReply(tx, id, seen)) === 0) throw refused('inbox.refused.reply')
        await note(tx, caller, 'savedReply.forget', { id, before })
        return null
      }),
  } satisfies Handlers<typeof inboxReplies>)
}

const isSame = (one: Pick<SavedReply, 'name' | 'locale' | 'text'>, other: typeof one) =>
  one.name === other.name && one.locale === other.locale && one.text === other.text

interface Noted {
  id: string
  before: SavedReply | undefined
  after?: SavedReply
}

function note(
  tx: Transaction,
  caller: Caller,
  act: 'savedReply.save' | 'savedReply.forget',
  { id, before, after }: Noted,
): Promise<void> {
  const said = ({ name, locale, text }: SavedReply) => ({ name, locale, text })
  return audit(tx, {
    ...{ by: whoAsks(caller), act, subject: { kind: 'savedReply', id } },
    ...(before && { before: said(before) }),
    ...(after && { after: said(after) }),
  })
}
