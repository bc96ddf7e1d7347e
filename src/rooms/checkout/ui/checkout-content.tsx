import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { onceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { toMajor } from '#platform/money.ts'
import { totalCount } from '#rooms/cart/rules.ts'
import { useCountry } from '#rooms/money/ui/use-country.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import type { Waiver } from '#rooms/orders/contract.ts'
import type { CheckoutValues } from '#rooms/orders/forms.ts'
import { readDraft, writeDraft } from '#rooms/orders/ui/checkout-draft.ts'
import { PaymentPicker } from '#rooms/orders/ui/payment-picker.tsx'
import { useWaiver } from '#rooms/orders/ui/use-waiver.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { differByCountry } from '#rooms/payments/ui/method-rules.ts'
import { problemId } from './cart/cart-line-row.tsx'
import { refreshFacts } from './cart/line-facts.ts'
import { toBeHad, type useCartRows } from './cart/use-cart-rows.ts'
import { CheckoutLines } from './checkout-lines.tsx'
import { type Charges, shownPrices } from './checkout-prices.ts'
import { CheckoutSection } from './checkout-section.tsx'
import { CheckoutSummary, PROBLEM } from './checkout-summary.tsx'
import { EmailField } from './email-field.tsx'
import type { Leave } from './leaving.tsx'
import { NoteField } from './note-field.tsx'
import { PayBar } from './pay-box.tsx'
import type { Problem } from './problem.ts'
import { useCheckoutForm } from './use-checkout-form.ts'
import { useCoupon } from './use-coupon.ts'
import { useMemberDiscount } from './use-member-discount.ts'
import { contentOf, useOrderSubmit } from './use-order-submit.ts'
import { usePaymentMethod } from './use-payment-method.ts'

const root = getRouteApi('__root__')
const PriceChangeDialog = lazy(() => onceOnline(() => import('./price-change-dialog.tsx')))

export type CheckoutContentProps = {
  cart: ReturnType<typeof useCartRows>
  methods: PaymentMethod[]
  charges: Charges
  /** Null: this shop asks for none. */
  waiver: Waiver | null
  onLeave: (leave: Leave) => void
}

export function CheckoutContent({ cart, methods, charges, waiver: given, onLeave }: CheckoutContentProps) {
  const t = useWords()
  const { exchange, amount, currency } = usePrice()
  const { percent, isMember, ...member } = useMemberDiscount()
  const waiver = useWaiver(given)
  const form = useCheckoutForm({ waiver: waiver.shown !== null, send: pay, unreachable })
  const rows = toBeHad(cart.rows)
  const count = totalCount(rows.map(({ line }) => line))
  const coupon = useCoupon({ rows, ready: cart.known && cart.ready, currencyId: currency?.id ?? 0 })
  const order = useOrderSubmit({
    onLeave,
    ...member,
    onEmailRefused: (message) => form.refuse({ email: message }),
    onCouponRefused: coupon.refuse,
    onWaiverRefused: (messageKey, now) => {
      waiver.replace(now)
      form.refuse({ waiver: messageKey })
    },
  })
  const { applied } = coupon
  const stuck = rows.find((row) => row.state !== 'fine')
  const pricesBy = (method: PaymentMethod | undefined) =>
    cart.known && rows.length > 0 && percent !== undefined
      ? shownPrices(rows, { exchange, method, charges, coupon: applied?.discount ?? 0, discount: percent })
      : undefined
  const types = rows.flatMap(({ product }) => (product?.exists ? [Number(product.productType)] : []))
  const bill = { ...usePlace(methods), types, isMember }
  const billBy = (method: PaymentMethod) => ({ ...bill, total: pricesBy(method)?.total })
  const { method, chooseMethod, whyNone } = usePaymentMethod(methods, billBy)
  const content = contentOf({ rows: cart.rows, methodId: method?.id, currencyId: currency?.id, coupon: applied })
  const news = order.newPrices?.content === content ? order.newPrices : undefined
  // What was sold out meanwhile is no part of them any more.
  const isWhole = news?.rows.length === rows.length && news.rows.every(({ key }, i) => key === rows[i]!.key)
  const prices = isWhole ? news.now : pricesBy(method)
  const problem = order.problem?.kind === 'outOfStock' && !stuck ? undefined : order.problem

  function unreachable() {
    order.setProblem({ kind: 'offline' })
  }

  async function pay(values: CheckoutValues) {
    if (rows.length === 0) return order.setProblem({ kind: 'refused', messageKey: 'pay.productNull' })
    if (!prices || coupon.checking) return
    if (!method || !currency) return order.setProblem({ kind: 'refused', messageKey: whyNone() })
    if (stuck) {
      refreshFacts(rows.map((row) => row.line))
      return order.setProblem({ kind: 'outOfStock' })
    }
    const by = { methodId: method.id, currencyId: currency.id, country: bill.country, isMember }
    return order.submit({ ...by, values, rows, prices, coupon: applied, waiver: waiver.shown }, content)
  }

  const label = payLabel(t, prices && amount(toMajor(prices.total)))
  const payment = { label, ready: prices !== undefined, sending: order.sending, updating: coupon.checking }
  useProblem(order, payment.ready, bill.currency)

  return (
    <>
      <form {...form.props} className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-8">
        <div className="flex min-w-0 flex-col gap-5">
          <CheckoutSection title={t('checkout.email.title')}>
            <EmailField field={form.field('email')} />
          </CheckoutSection>
          <CheckoutSection title={t('checkout.method.title')}>
            <PaymentPicker
              methods={methods}
              chosen={method?.id}
              onChoose={chooseMethod}
              goods={prices?.goods}
              billBy={billBy}
              amount={amount}
              legend={t('checkout.method.title')}
            />
            <NoteField field={form.field('note')} used={form.noteLength} />
          </CheckoutSection>
          <CheckoutSection title={t('checkout.lines')} aside={count > 0 && t('cart.items', { count })}>
            <CheckoutLines cart={cart} />
          </CheckoutSection>
        </div>
        <CheckoutSummary
          prices={prices}
          count={count}
          method={method}
          threshold={charges.serviceThreshold}
          coupon={coupon}
          waiver={waiver}
          waiverField={form.field('waiver')}
          problem={problem}
          payment={{ ...payment, free: prices?.total === 0 }}
        />
        <PayBar {...payment} summary={t('cart.items', { count })} known={cart.known} />
      </form>
      {news && (
        <Suspense>
          <PriceChangeDialog
            {...{ ...news, now: prices, left: rows, amount }}
            sending={order.sending || coupon.checking}
            onAccept={form.submit}
            onClose={order.forgetPrices}
          />
        </Suspense>
      )}
    </>
  )
}

/** Where it is paid, and in which currency. */
const usePlace = (methods: PaymentMethod[]) => ({
  currency: root.useRouteContext().currency,
  country: useCountry(differByCountry(methods)),
})

/** Looks at what is wrong with the order, and says why the page was loaded anew (currency-gone.ts). */
function useProblem(order: ReturnType<typeof useOrderSubmit>, ready: boolean, currency: string) {
  useFocusOn(order.problem)
  // Once the prices are here: what stands beside them is replaced as a whole when they come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    const { currencyGone } = readDraft()
    if (!ready || !currencyGone) return
    writeDraft({ currencyGone: undefined })
    if (currencyGone !== currency) order.setProblem({ kind: 'refused', messageKey: 'pay.currencyGone' })
  }, [ready])
}

const payLabel = (t: ReturnType<typeof useWords>, amount: string | undefined) =>
  amount === undefined ? t('checkout.payUnknown') : t('checkout.pay', { amount: `\u2066${amount}\u2069` })

const LINE = problemId({ key: '' })

/** Where there is too little, the first line of which there is; else what is said about the order as a whole. */
function useFocusOn(problem: Problem | undefined) {
  useEffect(() => {
    if (!problem || problem.kind === 'solving') return
    const line = problem.kind === 'outOfStock' && document.querySelector<HTMLElement>(`[id^="${LINE}"]`)
    const said = line || document.getElementById(PROBLEM)
    said?.focus()
  }, [problem])
}
