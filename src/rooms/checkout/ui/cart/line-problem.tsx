import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { CartRow } from './use-cart-rows.ts'

type LineProblemProps = {
  id: string
  row: CartRow
  onTake: (count: number) => void
  onRemove: (row: CartRow) => void
}

/** What is wrong with a line, and one press that puts it right. */
export function LineProblem({ id, row, onTake, onRemove }: LineProblemProps) {
  const t = useWords()
  const stock = row.product?.stock ?? 0
  return (
    <div id={id} tabIndex={-1} className="mt-3 rounded-card">
      {row.state === 'short' ? (
        <Notice
          tone="warn"
          action={
            <Button size="sm" onClick={() => onTake(stock)}>
              {t('cart.take', { count: stock })}
            </Button>
          }
        >
          {t(row.product?.stockIsMore ? 'cart.shortMore' : 'cart.short', { count: stock })}
        </Notice>
      ) : (
        <Notice
          tone="bad"
          action={
            <Button size="sm" onClick={() => onRemove(row)}>
              {t('cart.removeShort')}
            </Button>
          }
        >
          {t(row.state === 'gone' ? 'cart.gone' : 'cart.soldOut')}
        </Notice>
      )}
    </div>
  )
}
