import { LifeBuoy } from 'lucide-react'
import { type Ref, useEffect, useRef } from 'react'
import { call } from '#browser/calls.ts'
import { LocalMoment } from '#browser/local-moment.tsx'
import { pageHash, pageOfHash } from '#browser/use-hash.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { ListNotThere } from '#rooms/members/ui/member-page.tsx'
import { MemberPages } from '#rooms/members/ui/member-pages.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { UiLink } from '#ui/link.tsx'
import type { Ticket } from '../schemas.ts'

/** `left`: the ticket that was open before. Whoever comes back from it goes on at its line. */
export function TicketList({ hash, left }: { hash: string; left: string | undefined }) {
  const t = useMemberWords()
  const page = pageOfHash(hash)
  const { data, problem, reload } = useLoaded(`tickets ${page}`, (signal) =>
    call('GET /api/profile/tickets', { query: { pageNum: page } }, { signal }),
  )
  const line = useRef<HTMLAnchorElement>(null)
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere) line.current?.focus()
  }, [isThere])
  if (!data)
    return (
      <ListNotThere problem={problem} retry={reload}>
        <MemberPages page={page} href={(number) => pageHash('/my-support', number)} />
      </ListNotThere>
    )
  if (data.total === 0)
    return (
      <EmptyState
        icon={<LifeBuoy size={24} />}
        title={t('support.empty')}
        action={
          <UiLink href="/my-support#new" className={`${buttonClass({ variant: 'primary' })} wrap-anywhere`}>
            {t('support.new')}
          </UiLink>
        }
      >
        {t('support.emptyText')}
      </EmptyState>
    )
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {data.rows.map((ticket) => (
          <li key={ticket.id}>
            <TicketRow ticket={ticket} ref={ticket.id === left ? line : undefined} />
          </li>
        ))}
      </ul>
      <MemberPages page={page} total={data.total} href={(number) => pageHash('/my-support', number)} />
    </>
  )
}

type TicketRowProps = { ticket: Ticket; ref: Ref<HTMLAnchorElement> | undefined }

function TicketRow({ ticket: { id, subject, reference, topic, state, updateTime }, ref }: TicketRowProps) {
  const t = useMemberWords()
  return (
    <UiLink
      ref={ref}
      href={`/my-support#${id}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-tint"
    >
      <span className="min-w-0 flex-1 basis-60">
        <bdi className="block truncate font-medium">{subject}</bdi>
        <span className="text-sm text-muted">
          <bdi className="figures">{reference}</bdi> · {t(`support.topics.${topic}`)} ·{' '}
          <LocalMoment iso={updateTime} tag={t.tag} />
        </span>
      </span>
      <StateBadge state={state} />
    </UiLink>
  )
}

const TONES: Record<Ticket['state'], BadgeTone> = { open: 'warn', answered: 'good', closed: 'plain' }

export function StateBadge({ state }: { state: Ticket['state'] }) {
  const t = useMemberWords()
  return <Badge tone={TONES[state]}>{t(`support.states.${state}`)}</Badge>
}
