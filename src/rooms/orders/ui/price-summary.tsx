import type { ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { toMajor } from '#platform/money.ts'
import { Price } from '#ui/price.tsx'
import { SkeletonLine } from '#ui/skeleton.tsx'
import type { Breakdown } from '../rules.ts'

type PriceSummaryProps = {
  /** Undefined while it is not known. */
  prices: Omit<Breakdown, 'units' | 'lines'> | undefined
  count: number
  /** Shows an amount of the order's currency. */
  amount: (major: number) => string
  currency: string
  method: string
  /** Below how much the service charge applies, already formatted. */
  threshold?: string
  /** Its code, where it is known. */
  coupon?: string
}

/** Every part of the price with the reason for it; parts that are nothing are left out. */
export function PriceSummary({ prices, count, amount, currency, method, threshold, coupon }: PriceSummaryProps) {
  const t = useWords()
  const shown = (minor: number) => amount(toMajor(minor))
  if (!prices) return <SummarySkeleton />
  return (
    <dl className="flex flex-col gap-2.5">
      <Row label={t('checkout.goods')} hint={t('cart.items', { count })} value={shown(prices.goods)} />
      {prices.discount > 0 && (
        <Row label={t('checkout.discount')} hint={t('checkout.discountHint')} value={shown(-prices.discount)} />
      )}
      {prices.coupon > 0 && (
        <Row label={t('checkout.coupon')} hint={coupon && <bdi>{coupon}</bdi>} value={shown(-prices.coupon)} />
      )}
      {prices.fee > 0 && (
        <Row label={t('checkout.fee')} hint={t('checkout.feeHint', { method })} value={shown(prices.fee)} />
      )}
      {prices.service > 0 && (
        <Row
          label={t('checkout.service')}
          hint={threshold && t('checkout.serviceHint', { amount: `\u2066${threshold}\u2069` })}
          value={shown(prices.service)}
        />
      )}
      <Row label={t('checkout.delivery')} hint={t('checkout.deliveryHint')} value={t('checkout.free')} />
      <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4">
        <dt className="font-medium">
          {t('checkout.total')} <span className="text-sm font-normal text-muted">{currency}</span>
        </dt>
        <dd>
          {/* Said when a count, a coupon or the method changes it. */}
          <output>
            <Price amount={shown(prices.total)} size="lg" />
          </output>
        </dd>
      </div>
    </dl>
  )
}

function Row({ label, hint, value }: { label: string; hint?: ReactNode; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0">
        {label}
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </dt>
      <dd dir="auto" className="figures whitespace-nowrap">
        {value}
      </dd>
    </div>
  )
}

function SummarySkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-2.5">
      {['goods', 'delivery'].map((row) => (
        <div key={row} className="h-11">
          <SkeletonLine />
          <SkeletonLine width="half" />
        </div>
      ))}
      <div className="mt-1.5 border-t border-line pt-4 text-xl">
        <SkeletonLine />
      </div>
    </div>
  )
}
