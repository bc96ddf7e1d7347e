// One order of the list: on phones a card, on wide screens a row with its parts in columns.
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { formatMoney, fromMajor } from '#platform/money.ts'
import { dollars } from '#rooms/ledger/ui/dollars.ts'
import { sayMoment } from '#rooms/members/ui/moment.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { PosterCover } from '#rooms/pictures/ui/poster-cover.tsx'
import { productHref } from '#rooms/products/ui/product-href.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Price } from '#ui/price.tsx'
import type { ListedOrder } from '../../wire.ts'
import { TimeLeft } from '../countdown.tsx'
import { OrderButtons } from './order-buttons.tsx'
import { RevealedKeys } from './revealed-keys.tsx'

type OrderRowProps = {
  order: ListedOrder
  statusName: (status: string) => string
  /** The shop's clock minus ours, in milliseconds. */
  clockAhead: number
  onChanged: () => void
}

const BARRED = { held: 'pay.held', person: 'pay.state.heldUnpaid.title', underWay: 'pay.underWay' } as const
const TONES: Record<string, BadgeTone> = {
  Unpaid: 'warn',
  Paid: 'warn',
  Processing: 'warn',
  Disputed: 'warn',
  Delivered: 'good',
  Completed: 'good',
}

export function OrderRow({ order, statusName, clockAhead, onChanged }: OrderRowProps) {
  const t = useMemberWords()
  const [shown, show] = useState(false)
  const title = `order-${order.id}`
  const when = sayMoment(order.addTime, t.tag)
  return (
    <li className="@container rounded-card border border-line bg-surface p-4 sm:p-5">
      <article aria-labelledby={title}>
        <div className="grid gap-x-6 gap-y-3 @xl:grid-cols-[10.5rem_minmax(0,1fr)_8.5rem]">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 @xl:flex-col @xl:justify-start">
            <h2 id={title} className="text-base">
              <span className="block text-sm font-normal text-muted">{t('order.number')}</span>
              <bdi className="font-mono select-all">{order.orderNo}</bdi>
            </h2>
            <time dateTime={order.addTime} className="text-sm text-muted">
              {when}
            </time>
          </div>
          <ul className="grid gap-2">
            {order.goods.map((line) => (
              <Goods key={line.id} line={line} />
            ))}
            {order.topUp !== null && (
              <li className="flex items-center gap-3 font-medium">
                <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center rounded-control bg-tint">
                  <Wallet size={18} />
                </span>
                {t('topUp.goods', { amount: `\u2066${dollars(order.topUp)}\u2069` })}
              </li>
            )}
          </ul>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 @xl:flex-col @xl:items-end @xl:justify-start">
            <Badge tone={TONES[order.orderStatus] ?? 'plain'}>{statusName(order.orderStatus)}</Badge>
            <p className="text-lg">
              <span className="sr-only">{t('cart.total')} </span>
              <Price amount={formatMoney(fromMajor(order.total), order.currencyName)} />
            </p>
          </div>
        </div>
        {order.barred && (
          <Notice tone="warn" className="mt-4">
            {t(BARRED[order.barred])}
          </Notice>
        )}
        {order.orderStatus === 'Unpaid' && !order.barred && (
          <TimeLeft expiresAt={Date.parse(order.expiresAt)} clockAhead={clockAhead} onEnd={onChanged} />
        )}
        <OrderButtons
          order={order}
          statusName={statusName}
          keysShown={shown}
          onKeys={() => show(!shown)}
          onChanged={onChanged}
        />
        {shown && (
          <div className="mt-4 border-t border-line pt-4">
            <RevealedKeys orderId={order.id} email={order.deliveryEmail} />
          </div>
        )}
      </article>
    </li>
  )
}

function Goods({ line }: { line: ListedOrder['goods'][number] }) {
  return (
    <li className="flex items-center gap-3">
      <span className="w-9 shrink-0">
        {line.imgUrl ? (
          <PosterCover img={line.imgUrl} sizes="36px" />
        ) : (
          <span className="block aspect-3/4 rounded-control bg-tint" />
        )}
      </span>
      <p className="min-w-0 leading-snug">
        <UiLink href={productHref(line)} className="rounded-mark font-medium hover:underline">
          <bdi>{line.shortName}</bdi>
        </UiLink>
        <span className="block text-sm text-muted">
          <bdi>{line.skuLabel || line.skuCode}</bdi>{' '}
          <span className="figures whitespace-nowrap">× {line.quantity}</span>
        </span>
      </p>
    </li>
  )
}
