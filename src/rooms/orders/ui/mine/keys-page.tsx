// /my-keys: every key that a member ever bought, by game; each hidden until it is asked for.
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { ExternalLink, KeyRound, Search } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { ListNotThere, MemberPage } from '#rooms/members/ui/member-page.tsx'
import { BeyondPages, MemberPages } from '#rooms/members/ui/member-pages.tsx'
import { sayDay } from '#rooms/members/ui/moment.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { PosterCover } from '#rooms/pictures/ui/poster-cover.tsx'
import { productHref } from '#rooms/products/ui/product-href.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { UiLink } from '#ui/link.tsx'
import { TextField } from '#ui/text-field.tsx'
import { SEARCH_LENGTH } from '../../limits.ts'
import { type Bought, boughtOf } from '../../wire.ts'
import { Activation } from '../key-line.tsx'
import { resultAddress } from '../result-address.ts'
import { RevealedKeys } from './revealed-keys.tsx'

const route = getRouteApi('/my-keys')

/** Purchases on a page. */
const SIZE = 20

export function MyKeysPage() {
  const t = useMemberWords()
  return <MemberPage title={t('nav.keys')}>{(user) => <Library email={user.uemail} />}</MemberPage>
}

function hrefOf(name: string, page: number): string {
  const query = new URLSearchParams({ ...(name && { name }), ...(page > 1 && { page: String(page) }) })
  return query.size > 0 ? `/my-keys?${query}` : '/my-keys'
}

function Library({ email }: { email: string }) {
  const t = useMemberWords()
  const { page: wanted, name = '' } = route.useSearch()
  const page = Number(wanted ?? 1)
  const { data, problem, loading, reload } = useLoaded(hrefOf(name, page), async (signal) => {
    const found = await call('GET /api/profile/keys', { query: { pageNum: page, pageSize: SIZE, name } }, { signal })
    return { ...found, isAll: name === '' }
  })
  if (!data)
    return (
      <ListNotThere problem={problem} retry={reload}>
        <MemberPages page={page} href={(number) => hrefOf(name, number)} />
      </ListNotThere>
    )
  if (data.total === 0 && data.isAll) return <NoKeys />
  return (
    <>
      <KeySearch name={name} />
      <p role="status" className="figures mt-4 text-sm text-muted">
        {t('keys.found', { count: data.total })}
      </p>
      <p className="mt-3 text-sm text-muted">{t('keys.keep')}</p>
      {data.rows.length === 0 && data.total > 0 && <BeyondPages first={hrefOf(name, 1)} />}
      {data.total === 0 && (
        <EmptyState
          icon={<KeyRound size={26} />}
          title={t('keys.noMatch')}
          action={
            <UiLink href="/my-keys" className={buttonClass({ variant: 'primary' })}>
              {t('keys.all')}
            </UiLink>
          }
        />
      )}
      <ul aria-busy={loading} className="mt-4 grid grid-cols-1 gap-4">
        {[...Map.groupBy(data.rows.map(boughtOf), ({ productId }) => productId).values()].map((lines) => (
          <Game key={lines[0]!.productId} lines={lines} email={email} />
        ))}
      </ul>
      <MemberPages page={page} total={data.total} size={SIZE} href={(number) => hrefOf(name, number)} />
    </>
  )
}

function KeySearch({ name }: { name: string }) {
  const t = useMemberWords()
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)

  // It follows the address, and stays the same: whoever searches again has the focus still.
  useEffect(() => {
    if (field.current) field.current.value = name
  }, [name])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    void router.navigate({ to: '/my-keys', search: { name: text || undefined } })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers that shop here
    <form role="search" onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <TextField
        ref={field}
        label={t('keys.search')}
        name="name"
        type="search"
        maxLength={SEARCH_LENGTH}
        autoComplete="off"
        className="min-w-48 flex-1"
      />
      <Button type="submit" icon={<Search size={18} aria-hidden="true" />}>
        {t('orders.find')}
      </Button>
    </form>
  )
}

/** Everything of one game. */
function Game({ lines, email }: { lines: Bought[]; email: string }) {
  const t = useMemberWords()
  const [game] = lines as [Bought]
  return (
    <Card as="li">
      <div className="flex items-start gap-4">
        <span className="w-14 shrink-0">
          <PosterCover img={game.imgUrl} sizes="56px" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-lg leading-snug">
            <UiLink href={productHref(game)} className="rounded-mark hover:underline">
              <bdi>{game.productName}</bdi>
            </UiLink>
          </h2>
          {game.redeemUrl && (
            <p className="mt-2">
              <a
                href={game.redeemUrl}
                target="_blank"
                rel="noreferrer"
                className={`${buttonClass({ size: 'sm' })} wrap-anywhere`}
              >
                <ExternalLink size={16} aria-hidden="true" />
                {t('keys.redeem')}
              </a>
            </p>
          )}
        </div>
      </div>
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {lines.map((line) => (
          <Purchase key={`${line.orderId} ${line.lineId}`} line={line} email={email} />
        ))}
      </ul>
      <Activation steps={game.activation} className="border-t" />
    </Card>
  )
}

function Purchase({ line, email }: { line: Bought; email: string }) {
  const t = useMemberWords()
  const [shown, show] = useState(false)
  const what = useId()
  const when = sayDay(line.addTime, t.tag)
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p id={what} className="min-w-0">
          <bdi>{line.skuLabel || line.productName}</bdi>
          <span className="block text-sm text-muted">
            <time dateTime={line.addTime}>{when}</time>{' '}
            <UiLink href={resultAddress(line)} className="rounded-mark font-mono hover:underline">
              <bdi>{line.orderNo}</bdi>
            </UiLink>
          </span>
        </p>
        <Button
          aria-expanded={shown}
          aria-describedby={what}
          variant={shown ? 'secondary' : 'primary'}
          onClick={() => show(!shown)}
        >
          {shown ? t('keys.hide') : t('keys.show', { count: line.quantity })}
        </Button>
      </div>
      {shown && <RevealedKeys orderId={line.orderId} lineId={line.lineId} email={email} />}
    </li>
  )
}

function NoKeys() {
  const t = useMemberWords()
  return (
    <EmptyState
      icon={<KeyRound size={26} />}
      title={t('keys.empty')}
      action={
        <UiLink href="/" className={buttonClass({ variant: 'primary' })}>
          {t('cart.browse')}
        </UiLink>
      }
    >
      <p>{t('keys.emptyText')}</p>
    </EmptyState>
  )
}
