// A card and its holder. Nothing that was typed is lost when something is wrong, but for the security code once it was sent.
import { useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { formatMoney, fromMajor } from '#platform/money.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { useForm } from '#ui/use-form.ts'
import type { OrderDetail } from '../../contract.ts'
import { resultAddress } from '../result-address.ts'
import { CardFields } from './card-fields.tsx'
import { HolderFields } from './holder-fields.tsx'
import { payByCard, type Said } from './pay-by-card.ts'

export function CardForm({ order }: { order: OrderDetail }) {
  const t = useMemberWords()
  const say = useWords()
  const [isSame, setSame] = useState(true)
  const [said, setSaid] = useState<Said>()
  const amount = formatMoney(fromMajor(order.amounts.total), order.currencyName)

  const form = useForm({
    schema: () => import('#rooms/payments/forms.ts').then(({ BillingForm }) => BillingForm),
    say: (message) => t(t.knows(message) ? message : 'error.unexpected'),
    unreachable: () => setSaid('error.offline'),
    async send(values): Promise<void> {
      setSaid(undefined)
      const outcome = await payByCard({ ...values, orderId: order.orderId, isBillingAddress: isSame })
      if ('fields' in outcome) return form.refuse(outcome.fields)
      if ('said' in outcome) {
        forgetCode(form.props.ref.current)
        return setSaid(outcome.said)
      }
      form.clear()
      location.replace('goTo' in outcome ? outcome.goTo : resultAddress(order))
      // Until the other page is there nothing can be pressed.
      await new Promise(() => {})
    },
  })

  return (
    <form {...form.props} className="grid gap-6">
      <Card padding="lg">
        <p className="text-muted wrap-anywhere">
          {t('balance.pay.order', { orderNo: `\u2068${order.orderNo}\u2069` })}
        </p>
        <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
          <span>{t('balance.pay.total')}</span>
          <bdi className="figures text-2xl font-semibold">{amount}</bdi>
        </p>
      </Card>
      <Card as="section" padding="lg">
        <h2 className="text-lg">{t('card.heading')}</h2>
        <CardFields form={form} />
        <p className="mt-4 text-sm text-muted">{t('card.kept')}</p>
      </Card>
      <Card as="section" padding="lg">
        <h2 className="text-lg">{t('card.billing')}</h2>
        <HolderFields form={form} of="bill" />
        <Checkbox checked={isSame} onChange={(event) => setSame(event.target.checked)} className="mt-4">
          {t('card.same')}
        </Checkbox>
      </Card>
      {!isSame && (
        <Card as="section" padding="lg">
          <h2 className="text-lg">{t('card.shipping')}</h2>
          <HolderFields form={form} of="ship" />
        </Card>
      )}
      {said && (
        <Notice tone="bad" live>
          {t(said)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" loading={form.sending} loadingLabel={say('checkout.sending')}>
          {t('card.pay')} <bdi>{amount}</bdi>
        </Button>
        <a href={resultAddress(order)} className={buttonClass()}>
          {t('balance.pay.other')}
        </a>
      </div>
    </form>
  )
}

/** It was sent, and is kept by nobody: not by the page either. */
function forgetCode(form: HTMLFormElement | null) {
  const code = form?.elements.namedItem('cardSecurityCode')
  if (code instanceof HTMLInputElement) code.value = ''
}
