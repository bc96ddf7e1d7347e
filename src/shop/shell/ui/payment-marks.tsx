import { getRouteApi } from '@tanstack/react-router'
import type { PaymentMethod } from '#shop/orders/contract.ts'
import { cx } from '#ui/class-names.ts'

const root = getRouteApi('__root__')

/** What each provider takes. Names of companies are not translated. */
const MARKS: Record<PaymentMethod['type'], readonly string[]> = {
  stripe: ['Visa', 'Mastercard', 'American Express', 'Apple Pay', 'Google Pay', 'Stripe'],
  payssion: ['Payssion'],
}

/** Of the providers that are connected. One colour and plain letters: the marks inform and do not compete with the covers. */
export function PaymentMarks({ label, className }: { label: string; className?: string }) {
  const { providers } = root.useLoaderData()
  return (
    <ul aria-label={label} lang="en" className={cx('flex flex-wrap gap-2', className)}>
      {providers
        .flatMap((provider) => MARKS[provider])
        .map((name) => (
          <li
            key={name}
            dir="ltr"
            className="rounded-mark border border-line-strong bg-surface px-2.5 py-1 text-xs leading-[1.25rem] font-semibold text-muted"
          >
            {name}
          </li>
        ))}
    </ul>
  )
}
