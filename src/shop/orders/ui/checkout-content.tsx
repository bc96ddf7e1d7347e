import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { toMajor } from '#platform/money.ts'
import { problemId } from '#shop/cart/ui/cart-line-row.tsx'
import { refreshFacts } from '#shop/cart/ui/line-facts.ts'
import type { useCartRows } from '#shop/cart/ui/use-cart-rows.ts'
import type { PaymentMethod } from '#shop/orders/contract.ts'
import { usePrice } from '#shop/shell/ui/use-price.ts'
import { readDraft, writeDraft } from './checkout-draft.ts'
import { type CheckoutValues, useCheckoutForm } from './checkout-form.ts'
import { CheckoutLines } from './checkout-lines.tsx'
import { type Charges, shownPrices, takesCurrency } from './checkout-prices.ts'
import { CheckoutProblem } from './checkout-problem.tsx'
import { CheckoutSection } from './checkout-section.tsx'
import { EmailField } from './email-field.tsx'
import { NoteField } from './note-field.tsx'
import { PayBar, PayBox } from './pay-box.tsx'
import { PaymentPicker } from './payment-picker.tsx'
import { PriceChangeDialog } from './price-change-dialog.tsx'
import { PriceSummary } from './price-summary.tsx'
import { contentOf, useOrderSubmit } from './use-order-submit.ts'

const root = getRouteApi('__root__')

type CheckoutContentProps = {
  cart: ReturnType<typeof useCartRows>
  methods: PaymentMethod[]
  charges: Charges
  /** The order is made, and the browser on its way to this address. */
  onLeave: (address: string) => void
}

export function CheckoutContent({ cart, methods, charges, onLeave }: CheckoutContentProps) {
  const t = useWords()
  const { currency: code } = root.useRouteContext()
  const { rate, amount, price, currency } = usePrice()
  const form = useCheckoutForm()
  const [method, chooseMethod] = useMethod(methods, code)
  const order = useOrderSubmit({
    onLeave,
    onEmailRefused: () => form.setError('email', { type: 'server' }, { shouldFocus: true }),
  })
  const { rows } = cart
  const stuck = rows.find((row) => row.state !== 'fine')
  const computed = cart.known && rows.length > 0 ? shownPrices(rows, { rate, method, charges }) : undefined
  const content = contentOf({ rows, methodId: method?.id ?? 0, currencyId: currency?.id ?? 0 })
  const news = order.newPrices?.content === content ? order.newPrices : undefined
  const prices = news?.now ?? computed
  const problem = order.problem?.kind === 'outOfStock' && !stuck ? undefined : order.problem

  useEffect(() => {
    // The first line that cannot be had as it is, else what is said about the order as a whole.
    if (order.problem) document.querySelector<HTMLElement>(`[id^="${LINE}"], #${PROBLEM}`)?.focus()
  }, [order.problem])

  function pay(values: CheckoutValues) {
    if (!prices) return
    if (!method || !currency) return order.setProblem({ kind: 'refused', messageKey: 'pay.noSupport' })
    if (stuck) {
      refreshFacts(rows.map((row) => row.line))
      return order.setProblem({ kind: 'outOfStock' })
    }
    return order.submit({ values, rows, prices, methodId: method.id, currencyId: currency.id })
  }

  const payLabel = prices
    ? t('checkout.pay', { amount: `\u2066${amount(toMajor(prices.total))}\u2069` })
    : t('checkout.payUnknown')

  return (
    <>
      {/* `post`, so that a form sent before the page is alive leaves nothing in the address. */}
      <form
        method="post"
        noValidate
        onSubmit={form.handleSubmit(pay)}
        className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-8"
      >
        <div className="flex min-w-0 flex-col gap-5">
          <CheckoutSection title={t('checkout.email.title')}>
            <EmailField form={form} />
          </CheckoutSection>
          <CheckoutSection title={t('checkout.method.title')}>
            <PaymentPicker
              methods={methods}
              chosen={method?.id}
              onChoose={chooseMethod}
              currency={code}
              goods={prices?.goods}
              amount={amount}
              legend={t('checkout.method.title')}
            />
            <NoteField form={form} />
          </CheckoutSection>
          <CheckoutSection title={t('checkout.lines')} aside={cart.count > 0 && t('cart.items', { count: cart.count })}>
            <CheckoutLines cart={cart} />
          </CheckoutSection>
        </div>
        <aside
          aria-labelledby="summary-title"
          className="min-w-0 lg:sticky lg:top-[calc(var(--header-height,0px)+1.5rem)] lg:self-start"
        >
          {/* Replaced as a whole when the prices come, so that nothing in it moves. */}
          <CheckoutSection key={String(prices !== undefined)} title={t('checkout.summary')} titleId="summary-title">
            <PriceSummary
              prices={prices}
              count={cart.count}
              amount={amount}
              currency={code}
              method={method?.name ?? ''}
              threshold={price(charges.serviceThreshold)}
            />
            {problem && <CheckoutProblem id={PROBLEM} problem={problem} currency={code} />}
            <PayBox label={payLabel} ready={prices !== undefined} sending={order.sending} />
          </CheckoutSection>
        </aside>
        <PayBar
          label={payLabel}
          ready={prices !== undefined}
          sending={order.sending}
          summary={t('cart.items', { count: cart.count })}
          known={cart.known}
        />
      </form>
      {news && (
        <PriceChangeDialog
          before={news.before}
          now={news.now}
          rows={rows}
          amount={amount}
          sending={order.sending}
          onAccept={() => form.handleSubmit(pay)()}
          onClose={order.forgetPrices}
        />
      )}
    </>
  )
}

const PROBLEM = 'order-problem'
const LINE = problemId({ key: '' })

/** The method that was chosen in this tab, else the first that takes the currency. */
function useMethod(methods: PaymentMethod[], currency: string) {
  const [id, setId] = useState<number>()
  useEffect(() => setId((now) => now ?? readDraft().method), [])
  const possible = methods.filter((method) => takesCurrency(method, currency))
  const chosen = possible.find((method) => method.id === id) ?? possible[0]
  function choose(next: number) {
    setId(next)
    writeDraft({ method: next })
  }
  return [chosen, choose] as const
}
