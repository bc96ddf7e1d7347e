import { cx } from '#ui/class-names.ts'

/** What the connected providers take. Names of companies are not translated. */
const methods = ['Visa', 'Mastercard', 'Amex', 'Apple Pay', 'Google Pay', 'Alipay', 'WeChat Pay', 'Payssion', 'Stripe']

/** One colour and plain letters: the marks inform and do not compete with the covers. */
export function PaymentMarks({ label, className }: { label: string; className?: string }) {
  return (
    <ul aria-label={label} lang="en" dir="ltr" className={cx('flex flex-wrap gap-2', className)}>
      {methods.map((name) => (
        <li
          key={name}
          className="rounded-mark border border-line-strong bg-surface px-2.5 py-1 text-xs leading-5 font-semibold text-muted"
        >
          {name}
        </li>
      ))}
    </ul>
  )
}
