// /my-notice: what the member is told, unread and read.
import { Bell } from 'lucide-react'
import { useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { LocalMoment } from '#browser/local-moment.tsx'
import { pageHash, pageOfHash, useHash } from '#browser/use-hash.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { ListNotThere, MemberPage, NotRenewed } from '#rooms/members/ui/member-page.tsx'
import { MemberPages } from '#rooms/members/ui/member-pages.tsx'
import { showUnread } from '#rooms/members/ui/member-store.ts'
import { type TranslateMember, useMemberWords } from '#rooms/members/ui/words.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { UiLink } from '#ui/link.tsx'
import { Notice as Sentence } from '#ui/notice.tsx'
import type { Notice } from '../contract.ts'

export function NoticePage() {
  const t = useMemberWords()
  return (
    <MemberPage title={t('nav.notices')}>
      <Notices />
    </MemberPage>
  )
}

function Notices() {
  const t = useMemberWords()
  const page = pageOfHash(useHash())
  const [failure, setFailure] = useState<string>()
  const unread = useRef<HTMLParagraphElement>(null)
  const { data, problem, loading, reload, show } = useLoaded(`notices ${page}`, async (signal) => {
    const [list, unread] = await Promise.all([
      call('GET /api/profile/message', { query: { pageNum: page } }, { signal }),
      call('GET /api/profile/message/unread', {}, { signal }),
    ])
    showUnread(unread.count)
    return { ...list, unread: unread.count }
  })
  if (!data)
    return (
      <ListNotThere problem={problem} retry={reload}>
        <MemberPages page={page} href={(number) => pageHash('/my-notice', number)} />
      </ListNotThere>
    )
  if (data.total === 0)
    return (
      <EmptyState icon={<Bell size={24} />} title={t('notices.empty')}>
        {t('notices.emptyText')}
      </EmptyState>
    )

  /** Shown as read at once; where the server does not hear of it, all is asked anew. */
  async function read(one: Notice | undefined) {
    if (!data) return
    setFailure(undefined)
    const rows = data.rows.map((row) => (one && row.id !== one.id ? row : { ...row, isRead: true }))
    const unread = one ? Math.max(0, data.unread - 1) : 0
    show({ ...data, rows, unread })
    showUnread(unread)
    try {
      if (one) await call('POST /api/profile/message/{id}/read', { params: { id: one.id } })
      else await call('POST /api/profile/message/readAll', {})
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setFailure(whyNot(t, error))
      reload()
    }
  }

  return (
    <>
      <NotRenewed problem={problem} loading={loading} retry={reload} />
      <div className="mb-4 flex min-h-10 flex-wrap items-center justify-between gap-3">
        <p ref={unread} role="status" tabIndex={-1} className="text-muted">
          {t('notices.unread', { number: data.unread })}
        </p>
        {data.unread > 0 && (
          <Button
            size="sm"
            onClick={() => {
              unread.current?.focus()
              void read(undefined)
            }}
          >
            {t('notices.readAll')}
          </Button>
        )}
      </div>
      {failure && (
        <Sentence tone="bad" live className="mb-4">
          {failure}
        </Sentence>
      )}
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {data.rows.map((notice) => (
          <li key={notice.id}>
            <NoticeRow notice={notice} read={() => void read(notice)} />
          </li>
        ))}
      </ul>
      <MemberPages page={page} total={data.total} href={(number) => pageHash('/my-notice', number)} />
    </>
  )
}

/** What its words for a page that is not there would not say. */
function whyNot(t: TranslateMember, { status, message }: CallRefused): string {
  const key = status === 0 ? 'error.offline' : status === 404 ? 'notices.gone' : message
  return t(t.knows(key) ? key : 'error.unexpected')
}

function NoticeRow({ notice, read }: { notice: Notice; read: () => void }) {
  const t = useMemberWords()
  const { id, title, contents, postTime, isRead, link } = notice
  const heading = useRef<HTMLHeadingElement>(null)
  // The button goes, and the focus would go with it.
  function press() {
    heading.current?.focus()
    read()
  }
  return (
    <article aria-labelledby={`notice-${id}`} className={cx('p-4', !isRead && 'bg-tint')}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 ref={heading} id={`notice-${id}`} tabIndex={-1} className="text-base font-medium tracking-normal">
          {title}
        </h2>
        {!isRead && <Badge tone="good">{t('notices.new')}</Badge>}
        <LocalMoment iso={postTime} tag={t.tag} className="text-sm text-muted sm:ms-auto" />
      </header>
      <p className="mt-1 break-words whitespace-pre-line">{contents}</p>
      {(link || !isRead) && (
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-2 text-sm">
          {link && (
            <UiLink href={link} onClick={isRead ? undefined : read} className={textLinkClass}>
              {t('notices.open')}
              <span className="sr-only">: {title}</span>
            </UiLink>
          )}
          {!isRead && (
            <button type="button" onClick={press} className={textLinkClass}>
              {t('notices.read')}
              <span className="sr-only">: {title}</span>
            </button>
          )}
        </p>
      )}
    </article>
  )
}
