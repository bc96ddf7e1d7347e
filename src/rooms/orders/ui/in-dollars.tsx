// Below the ways to pay, for a member whose balance pays in US dollars alone: the same in dollars. An order that is made in
// another currency stays in it, and is offered anew (decision F4).
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { chooseCurrency } from '#rooms/money/ui/preferences.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderDetail } from '../wire.ts'
import { linesIntoCart } from './into-cart.ts'

const root = getRouteApi('__root__')

/** `goods`: of the order that is made already. */
export default function InDollars({ goods }: { goods?: OrderDetail['goods'] }) {
  const t = useMemberWords()
  const router = useRouter()
  const { currencies } = root.useLoaderData()
  const dollars = currencies.find(({ moneyType }) => moneyType === 'USD')
  if (!dollars) return null

  function go() {
    // Without some of its lines it would be another order.
    if (goods && linesIntoCart(goods) < goods.length) return toast({ tone: 'bad', message: t('product.cartFull') })
    chooseCurrency(dollars!, goods && router.buildLocation({ to: '/checkout' }).href)
  }

  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-sm text-muted">{t('balance.inDollars.text')}</p>
      <Button size="sm" onClick={go}>
        {t(goods ? 'balance.inDollars.again' : 'balance.inDollars.switch')}
      </Button>
    </div>
  )
}
