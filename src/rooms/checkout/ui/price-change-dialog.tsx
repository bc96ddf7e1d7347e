import { useWords } from '#platform/i18n/messages.ts'
import { toMajor } from '#platform/money.ts'
import type { Breakdown } from '#rooms/orders/rules.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Price } from '#ui/price.tsx'
import type { CartRow } from './cart/use-cart-rows.ts'

type PriceChangeDialogProps = {
  before: Breakdown
  now: Breakdown
  rows: CartRow[]
  amount: (major: number) => string
  sending: boolean
  onAccept: () => void
  onClose: () => void
}

/** The old and the new, part by part; nothing is ordered before the new is agreed to. */
export default function PriceChangeDialog({
  before,
  now,
  rows,
  amount,
  sending,
  onAccept,
  onClose,
}: PriceChangeDialogProps) {
  const t = useWords()
  const shown = (minor: number) => amount(toMajor(minor))
  const changed = [
    ...rows.map((row, i) => ({
      key: row.key,
      label: row.product?.productName ?? '',
      old: before.units[i] ?? 0,
      fresh: now.units[i] ?? 0,
    })),
    { key: 'discount', label: t('checkout.discount'), old: -before.discount, fresh: -now.discount },
    { key: 'coupon', label: t('checkout.coupon'), old: -before.coupon, fresh: -now.coupon },
    { key: 'fee', label: t('checkout.fee'), old: before.fee, fresh: now.fee },
    { key: 'service', label: t('checkout.service'), old: before.service, fresh: now.service },
  ].filter(({ old, fresh }) => old !== fresh)

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('checkout.newPrice.title')}
      closeLabel={t('cart.close')}
      lightDismiss={false}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t('checkout.newPrice.back')}</Button>
          <Button variant="primary" loading={sending} loadingLabel={t('checkout.sending')} onClick={onAccept}>
            {t('checkout.pay', { amount: `\u2066${shown(now.total)}\u2069` })}
          </Button>
        </div>
      }
    >
      <p className="text-muted">{t('pay.priceChanged')}</p>
      <dl className="mt-4 flex flex-col gap-3">
        {changed.map(({ key, label, old, fresh }) => (
          <Change key={key} label={label} old={shown(old)} fresh={shown(fresh)} />
        ))}
        <div className="border-t border-line pt-3 font-medium">
          <Change label={t('checkout.total')} old={shown(before.total)} fresh={shown(now.total)} />
        </div>
      </dl>
    </Dialog>
  )
}

function Change({ label, old, fresh }: { label: string; old: string; fresh: string }) {
  const t = useWords()
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0">{label}</dt>
      <dd className="shrink-0">
        <Price amount={fresh} was={old} wasLabel={t('checkout.newPrice.was')} />
      </dd>
    </div>
  )
}
