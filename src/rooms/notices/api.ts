// Serves what a member is told.
import type { Database } from '#platform/database/database.ts'
import { CallError, notFound } from '#platform/http/errors.ts'
import { rowsOfPage } from '#platform/http/paging.ts'
import { memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { memberById } from '#rooms/members/hands.ts'
import { nameKey } from '#rooms/members/rules.ts'
import { MOST_UNREAD_COUNTED, type Notice, noticesContract } from './contract.ts'
import * as store from './store.ts'
import { sayNotice } from './words.ts'

export function noticesCalls({ db }: { db: Database }) {
  return serves(noticesContract, {
    'GET /api/profile/message': async ({ query: { acceptUserName, ...query } }, caller) => {
      const { memberId } = memberOf(caller)
      const [member, rows, total] = await Promise.all([
        memberById(db, memberId),
        store.noticePage(db, memberId, rowsOfPage(query)),
        store.noticeCount(db, memberId),
      ])
      if (!member) throw new CallError(401, 'message.loginFirst')
      // The session decides whose they are; a request that names somebody else is refused (decision A6).
      if (acceptUserName && nameKey(acceptUserName) !== nameKey(member.username))
        throw new CallError(403, 'error.forbidden')
      return { rows: rows.map((row) => show(row, member.username, caller.locale)), total }
    },

    'GET /api/profile/message/unread': (_, caller) =>
      store.unreadCount(db, memberOf(caller).memberId, MOST_UNREAD_COUNTED),

    'POST /api/profile/message/{id}/read': async ({ params: { id } }, caller) => {
      if ((await store.markRead(db, memberOf(caller).memberId, id)) === 0) throw notFound()
      return null
    },

    'POST /api/profile/message/readAll': async (_, caller) => {
      await store.markAllRead(db, memberOf(caller).memberId)
      return null
    },
  })
}

function show({ id, kind, data, createdAt, readAt }: store.NoticeRow, acceptUserName: string, locale: string): Notice {
  const said = sayNotice(kind, data, locale) ?? { title: kind, contents: '', link: null }
  return { id, postTime: createdAt.toISOString(), acceptUserName, isRead: readAt !== null, ...said }
}
