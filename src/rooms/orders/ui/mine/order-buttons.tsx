// What can be done with an order, by its status (decision C1).
import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useReturned } from '#browser/use-returned.ts'
import { type TranslateMember, useMemberWords } from '#rooms/members/ui/words.ts'
import { stockLine } from '#rooms/products/wire.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { UiLink } from '#ui/link.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderStatus } from '../../rules.ts'
import type { ListedOrder } from '../../wire.ts'
import { asksForWaiver } from '../asks-for-waiver.ts'
import { ConfirmedPress } from '../confirmed-press.tsx'
import { useBuyingAgain } from '../into-cart.ts'
import { resultAddress } from '../result-address.ts'
import { waitsNoMore } from '../waits-no-more.ts'
import { buttonsOf } from './buttons.ts'
import { TrackButton } from './track-button.tsx'

type OrderButtonsProps = {
  order: ListedOrder
  statusName: (status: string) => string
  keysShown: boolean
  onKeys: () => void
  onChanged: () => void
}

export function OrderButtons({ order, statusName, keysShown, onKeys, onChanged }: OrderButtonsProps) {
  const t = useMemberWords()
  const { id, orderStatus } = order
  const all = buttonsOf(orderStatus as OrderStatus, order.barred !== null)
  // A top-up has no key, and nothing of it is on its way.
  const may = order.topUp === null ? all : all.filter((button) => button !== 'keys' && button !== 'receive')
  const say = (error: unknown) =>
    t(error instanceof CallRefused && t.knows(error.message) ? error.message : 'member.failedText')
  const done = (message: string) => () => {
    waitsNoMore(id)
    toast({ tone: 'good', message })
    onChanged()
  }
  return (
    <div className="mt-4 flex flex-wrap justify-end gap-2">
      {may.includes('pay') && <PayButton order={order} onChanged={onChanged} />}
      {may.includes('keys') && (
        <Button variant="primary" aria-expanded={keysShown} onClick={onKeys}>
          {t(keysShown ? 'keys.hide' : 'orders.getKey')}
        </Button>
      )}
      {may.includes('receive') && (
        <ConfirmedPress
          label={t('orders.receive')}
          title={t('orders.receiveTitle')}
          text={t('orders.receiveText')}
          keep={t('orders.notYet')}
          act={() => call('POST /api/profile/confirmReceipt/{orderId}', { params: { orderId: id } })}
          say={say}
          onDone={done(t('orders.received'))}
        />
      )}
      <UiLink
        href={resultAddress({ orderId: id, orderNo: order.orderNo })}
        aria-label={`${t('orders.details')}: ${order.orderNo}`}
        className={buttonClass()}
      >
        {t('orders.details')}
      </UiLink>
      {order.topUp === null && <TrackButton order={order} statusName={statusName} />}
      {orderStatus !== 'Unpaid' && order.topUp === null && <AgainButton order={order} />}
      {may.includes('cancel') && (
        <ConfirmedPress
          label={t('pay.cancel.button')}
          title={t('pay.cancel.title')}
          text={t('pay.cancel.text')}
          keep={t('pay.cancel.keep')}
          tone="danger"
          act={() => call('GET /api/pay/cancel/{id}', { params: { id } })}
          say={say}
          onDone={done(t('orders.cancelled'))}
        />
      )}
      {may.includes('delete') && (
        <ConfirmedPress
          label={t('orders.delete')}
          title={t('orders.deleteTitle')}
          text={t(orderStatus === 'Unpaid' ? 'orders.deleteUnpaid' : 'orders.deleteText')}
          keep={t('pay.cancel.keep')}
          tone="danger"
          act={() => call('DELETE /api/profile/order{id}', { params: { id } })}
          say={say}
          onDone={done(t('orders.deleted'))}
        />
      )}
    </div>
  )
}

type PressProps = { order: ListedOrder; onChanged: () => void }

function PayButton({ order, onChanged }: PressProps) {
  const t = useMemberWords()
  const [sending, setSending] = useState(false)
  useReturned(() => setSending(false))

  async function pay() {
    const page = resultAddress({ orderId: order.id, orderNo: order.orderNo })
    setSending(true)
    try {
      const start = await call('POST /api/pay/toPay', { body: { orderId: order.id } })
      // Without an address there is something to be read first, or it is paid by that.
      return location.assign(start.url ?? page)
    } catch (error) {
      if (asksForWaiver(error)) return location.assign(page)
      toast({ tone: 'bad', message: refusalWords(t, error, order) })
      onChanged()
    }
    setSending(false)
  }

  return (
    <Button variant="primary" loading={sending} loadingLabel={t('checkout.leaving.title')} onClick={pay}>
      {t('orders.pay')}
    </Button>
  )
}

/** What is still sold goes into the cart, which says itself of what there is too little; what is not is named. */
function AgainButton({ order }: { order: ListedOrder }) {
  const t = useMemberWords()
  const buy = useBuyingAgain()
  const [asking, setAsking] = useState(false)

  async function again() {
    setAsking(true)
    try {
      const wanted = order.goods.map(({ quantity: count, ...line }) => stockLine({ ...line, count }))
      const { lines } = await call('POST /api/product/syncStock', { body: { lines: wanted } })
      const gone = order.goods.filter((_, i) => !lines[i]?.exists)
      const sold = order.goods.filter((_, i) => lines[i]?.exists)
      if (gone.length > 0) {
        const names = gone.map(({ shortName }) => `\u2068${shortName}\u2069`)
        toast({
          tone: sold.length > 0 ? 'plain' : 'bad',
          message: t('orders.gone', { names: new Intl.ListFormat(t.tag).format(names) }),
        })
      }
      if (await buy(sold)) return
    } catch (error) {
      toast({ tone: 'bad', message: refusalWords(t, error, order) })
    }
    setAsking(false)
  }

  return (
    <Button loading={asking} loadingLabel={t('order.buyAgain')} onClick={again}>
      {t('order.buyAgain')}
    </Button>
  )
}

const refusalWords = (t: TranslateMember, error: unknown, { currencyType }: ListedOrder) =>
  t(error instanceof CallRefused && t.knows(error.message) ? error.message : 'pay.createFailed', {
    currency: currencyType,
  })
