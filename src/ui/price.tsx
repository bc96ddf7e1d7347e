import { cx } from './class-names.ts'

type PriceProps = {
  /** Already formatted, such as "$ 23.40". */
  amount: string
  /** The price before, struck through; `wasLabel` says so to those who hear it. */
  was?: string
  wasLabel?: string
  /** Such as "−22%". */
  off?: string
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** `stack` keeps a line above the amount for the price before, so that amounts side by side stand on one line. */
  layout?: 'line' | 'stack'
  className?: string
}

/** Symbol first and figures of one width, in Arabic too: an amount always runs left to right. */
export function Price({ amount, was, wasLabel, off, size = 'md', layout = 'line', className }: PriceProps) {
  return (
    <span className={cx('figures', layouts[layout], className)}>
      <span dir="ltr" className={cx('font-semibold whitespace-nowrap text-ink', sizes[size])}>
        {amount}
      </span>
      <span className={cx('flex h-[1.25rem] items-baseline gap-2 text-sm', layout === 'line' && 'empty:hidden')}>
        {was && (
          <s className="whitespace-nowrap text-muted">
            {wasLabel && <span className="sr-only">{wasLabel} </span>}
            <span dir="ltr">{was}</span>
          </s>
        )}
        {off && (
          <span
            dir="ltr"
            className="rounded-mark bg-tint px-1.5 text-xs leading-[1.25rem] font-medium whitespace-nowrap text-ink"
          >
            {off}
          </span>
        )}
      </span>
    </span>
  )
}

const sizes = { sm: 'text-sm', md: 'text-base', lg: 'text-xl', xl: 'text-3xl tracking-tight' }

const layouts = {
  line: 'inline-flex flex-wrap items-baseline gap-x-2',
  stack: 'inline-flex flex-col-reverse items-start',
}
