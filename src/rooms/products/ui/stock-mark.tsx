import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import { cx } from '#ui/class-names.ts'
import { stockLevel } from './offers.ts'

export function StockMark({ stock, className }: { stock: number; className?: string }) {
  const t = useWords()
  const level = stockLevel(stock)
  const { look, Icon } = marks[level]
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm font-medium', look, className)}>
      <Icon size={16} aria-hidden="true" />
      {level === 'in' && t('product.inStock')}
      {level === 'few' && t('product.fewLeft', { count: stock })}
      {level === 'out' && t('product.outOfStock')}
    </span>
  )
}

const marks = {
  in: { look: 'text-good', Icon: CircleCheck },
  few: { look: 'text-warn', Icon: CircleAlert },
  out: { look: 'text-bad', Icon: CircleX },
}
