import type { ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { fromMajor } from '#platform/money.ts'
import { sayMoment } from '#rooms/members/ui/moment.ts'
import { PosterCover } from '#rooms/pictures/ui/poster-cover.tsx'
import { productHref } from '#rooms/products/ui/product-href.ts'
import { Card } from '#ui/card.tsx'
import { UiLink } from '#ui/link.tsx'
import { Price } from '#ui/price.tsx'
import type { OrderDetail } from '../wire.ts'
import { PriceSummary } from './price-summary.tsx'

type OrderFactsProps = { order: OrderDetail; amount: (major: number) => string; paid: boolean }

/** Number, address, goods and parts of the price. */
export function OrderFacts({ order, amount, paid }: OrderFactsProps) {
  const t = useWords()
  const when = sayMoment(order.addTime, t.tag)
  return (
    <Card as="section" padding="lg" aria-labelledby="order-title">
      <h2 id="order-title" className="text-lg">
        {t('order.title')}
      </h2>
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact label={t('order.number')}>
          <bdi className="font-mono select-all">{order.orderNo}</bdi>
        </Fact>
        <Fact label={t('order.placed')}>
          <time dateTime={order.addTime}>{when}</time>
        </Fact>
        <Fact label={t('order.email')}>
          <bdi className="break-all">{order.deliveryEmail}</bdi>
        </Fact>
        {order.paymentName && <Fact label={t(paid ? 'order.paidWith' : 'order.method')}>{order.paymentName}</Fact>}
      </dl>
      <ul className="mt-5 divide-y divide-line border-y border-line">
        {order.goods.map((line) => (
          <li key={line.id} className="flex items-center gap-3 py-3">
            <span className="w-11 shrink-0">
              {line.imgUrl ? (
                <PosterCover img={line.imgUrl} sizes="44px" />
              ) : (
                <span className="block aspect-3/4 rounded-control bg-tint" />
              )}
            </span>
            <div className="min-w-0 flex-1">
              <p className="leading-snug font-medium">
                <UiLink href={productHref(line)} className="rounded-mark hover:underline">
                  <bdi>{line.shortName}</bdi>
                </UiLink>
              </p>
              <p className="text-sm text-muted">
                <bdi>{line.skuLabel || line.skuCode}</bdi>{' '}
                <span className="figures whitespace-nowrap">× {line.quantity}</span>
              </p>
            </div>
            <Price amount={amount(line.total)} />
          </li>
        ))}
      </ul>
      <div className="mt-5">
        <PriceSummary
          prices={minor(order.amounts)}
          count={order.goods.reduce((sum, line) => sum + line.quantity, 0)}
          amount={amount}
          currency={order.currencyType}
          method={order.paymentName}
        />
        {order.refunded > 0 && <Back label={t('order.refunded')} amount={amount(order.refunded)} />}
        {order.refundedToBalance > 0 && (
          <Back label={t('order.refundedToBalance')} amount={amount(order.refundedToBalance)} />
        )}
      </div>
    </Card>
  )
}

function Back({ label, amount }: { label: string; amount: string }) {
  return (
    <p className="mt-2 flex justify-between gap-4 text-muted">
      <span>{label}</span>
      <Price amount={amount} />
    </p>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function minor(amounts: OrderDetail['amounts']): OrderDetail['amounts'] {
  const { goods, discount, fee, coupon, freight, service, total } = amounts
  return {
    goods: fromMajor(goods),
    discount: fromMajor(discount),
    fee: fromMajor(fee),
    coupon: fromMajor(coupon),
    freight: fromMajor(freight),
    service: fromMajor(service),
    total: fromMajor(total),
  }
}
