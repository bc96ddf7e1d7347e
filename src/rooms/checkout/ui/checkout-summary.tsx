import { getRouteApi } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import { PriceSummary } from '#rooms/orders/ui/price-summary.tsx'
import type { useWaiver } from '#rooms/orders/ui/use-waiver.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { CheckoutProblem } from './checkout-problem.tsx'
import { CheckoutSection } from './checkout-section.tsx'
import { CouponField } from './coupon-field.tsx'
import { PayBox } from './pay-box.tsx'
import type { Problem } from './problem.ts'
import type { useCoupon } from './use-coupon.ts'
import { WaiverBox } from './waiver-box.tsx'

const root = getRouteApi('__root__')
export const PROBLEM = 'order-problem'

export type CheckoutSummaryProps = {
  prices: ComponentProps<typeof PriceSummary>['prices']
  count: number
  method: PaymentMethod | undefined
  /** Goods of less than this cost a service charge. */
  threshold: number
  coupon: ReturnType<typeof useCoupon>
  waiver: ReturnType<typeof useWaiver>
  waiverField: ComponentProps<typeof WaiverBox>['field']
  problem: Problem | undefined
  payment: ComponentProps<typeof PayBox>
}

/** What it costs, what is said about the order as a whole, and the button. */
export function CheckoutSummary(props: CheckoutSummaryProps) {
  const { prices, count, method, threshold, coupon, waiver, waiverField, problem, payment } = props
  const t = useWords()
  const { currency: code } = root.useRouteContext()
  const { amount, price } = usePrice()
  return (
    <aside
      aria-labelledby="summary-title"
      className="min-w-0 lg:sticky lg:top-[calc(var(--header-height,0px)+var(--toasts-height,0px)+1.5rem)] lg:self-start"
    >
      {/* Replaced as a whole when the prices come, so that nothing in it moves. */}
      <CheckoutSection key={String(prices !== undefined)} title={t('checkout.summary')} titleId="summary-title">
        <PriceSummary
          prices={prices}
          count={count}
          amount={amount}
          currency={code}
          method={method?.name ?? ''}
          threshold={price(threshold)}
          coupon={coupon.applied?.code}
        />
        <div className="mt-5 border-t border-line pt-4">
          <CouponField coupon={coupon} ready={prices !== undefined} amount={amount} />
        </div>
        {waiver.shown && (
          <WaiverBox waiver={waiver.shown} field={waiverField} ticked={waiver.ticked} onTick={waiver.tick} />
        )}
        {problem && <CheckoutProblem id={PROBLEM} problem={problem} currency={code} />}
        <PayBox {...payment} />
      </CheckoutSection>
    </aside>
  )
}
