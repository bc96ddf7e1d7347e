import { RotateCcw } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import type { OrderDetail } from '../wire.ts'
import { useBuyingAgain } from './into-cart.ts'

export function BuyAgain({ goods }: { goods: OrderDetail['goods'] }) {
  const t = useWords()
  const buy = useBuyingAgain()
  return (
    <p className="text-center">
      <Button variant="primary" icon={<RotateCcw size={18} aria-hidden="true" />} onClick={() => void buy(goods)}>
        {t('order.buyAgain')}
      </Button>
    </p>
  )
}
