// /my-wishlist: what a member wishes for, as it can be had today.
import { getRouteApi } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import { call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { ListNotThere, MemberPage, NotRenewed } from '#rooms/members/ui/member-page.tsx'
import { BeyondPages, MemberPages } from '#rooms/members/ui/member-pages.tsx'
import { useRowFocus } from '#rooms/members/ui/row-focus.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { UiLink } from '#ui/link.tsx'
import { listed } from '../wire.ts'
import { WishItem } from './wish-item.tsx'
import { WishMails } from './wish-mails.tsx'

const route = getRouteApi('/my-wishlist')

/** Wishes on a page. */
const SIZE = 10

const listHref = (page: number) => (page > 1 ? `/my-wishlist?page=${page}` : '/my-wishlist')

export function WishlistPage() {
  const t = useMemberWords()
  return <MemberPage title={t('wishes.title')}>{() => <Wishes />}</MemberPage>
}

function Wishes() {
  const t = useMemberWords()
  const page = Number(route.useSearch().page ?? 1)
  const { data, problem, loading, reload } = useLoaded(`wishes ${page}`, (signal) =>
    call('GET /api/profile/wishlist', { query: { pageNum: page, pageSize: SIZE } }, { signal }),
  )
  const rowFocus = useRowFocus()
  if (!data)
    return (
      <ListNotThere problem={problem} retry={reload}>
        <MemberPages page={page} href={listHref} />
      </ListNotThere>
    )
  const { rows, total } = data
  if (total === 0)
    return (
      <EmptyState
        icon={<Heart size={26} />}
        title={t('wishes.empty')}
        action={
          <UiLink href="/" className={buttonClass({ variant: 'primary' })}>
            {t('wishes.browse')}
          </UiLink>
        }
      >
        <p>{t('wishes.emptyText')}</p>
      </EmptyState>
    )
  return (
    <>
      <NotRenewed problem={problem} loading={loading} retry={reload} />
      <p role="status" className="figures text-muted">
        {t('wishes.count', { count: total })}
      </p>
      {rows.length === 0 && <BeyondPages first="/my-wishlist" />}
      <ul {...rowFocus} aria-busy={loading} className="mt-4 grid grid-cols-1 gap-3">
        {rows.map((wish) => (
          <WishItem key={wish.id} wish={listed(wish)} onChanged={reload} />
        ))}
      </ul>
      <MemberPages page={page} total={total} size={SIZE} href={listHref} />
      <WishMails />
    </>
  )
}
