import type { ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { toMajor } from '#platform/money.ts'
import type { Breakdown } from '#rooms/orders/rules.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Price } from '#ui/price.tsx'
import type { CartRow } from './cart/use-cart-rows.ts'

type PriceChangeDialogProps = {
  before: Breakdown
  /** What `before` is of. */
  rows: CartRow[]
  /** Undefined: nothing of it is left. */
  now: Breakdown | undefined
  /** What `now` is of: the rest may be sold out as well. */
  left: CartRow[]
  amount: (major: number) => string
  sending: boolean
  onAccept: () => void
  onClose: () => void
}

/** The old and the new, part by part; nothing is ordered before the new is agreed to. */
export default function PriceChangeDialog({
  before,
  rows,
  now,
  left,
  amount,
  sending,
  onAccept,
  onClose,
}: PriceChangeDialogProps) {
  const t = useWords()
  const shown = (minor: number) => amount(toMajor(minor))
  const changed = [
    ...rows.map(({ key, product }, i) => {
      const at = left.findIndex((row) => row.key === key)
      return { key, label: product?.productName ?? '', old: before.units[i] ?? 0, fresh: now?.units[at] }
    }),
    ...(now
      ? [
          { key: 'discount', label: t('checkout.discount'), old: -before.discount, fresh: -now.discount },
          { key: 'coupon', label: t('checkout.coupon'), old: -before.coupon, fresh: -now.coupon },
          { key: 'fee', label: t('checkout.fee'), old: before.fee, fresh: now.fee },
          { key: 'service', label: t('checkout.service'), old: before.service, fresh: now.service },
        ]
      : []),
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
          {now && (
            <Button variant="primary" loading={sending} loadingLabel={t('checkout.sending')} onClick={onAccept}>
              {t('checkout.pay', { amount: `\u2066${shown(now.total)}\u2069` })}
            </Button>
          )}
        </div>
      }
    >
      <p className="text-muted">{t('pay.priceChanged')}</p>
      <dl aria-live="polite" className="mt-4 flex flex-col gap-3">
        {changed.map(({ key, label, old, fresh }) => (
          <Change key={key} label={label}>
            {fresh === undefined ? t('cart.soldOut') : <NewPrice old={shown(old)} fresh={shown(fresh)} />}
          </Change>
        ))}
        {now && (
          <div className="border-t border-line pt-3 font-medium">
            <Change label={t('checkout.total')}>
              <NewPrice old={shown(before.total)} fresh={shown(now.total)} />
            </Change>
          </div>
        )}
      </dl>
    </Dialog>
  )
}

function Change({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-atomic className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0">{label}</dt>
      <dd className="max-w-[60%] shrink-0 text-end">{children}</dd>
    </div>
  )
}

function NewPrice({ old, fresh }: { old: string; fresh: string }) {
  const t = useWords()
  return <Price amount={fresh} was={old} wasLabel={t('checkout.newPrice.was')} />
}
