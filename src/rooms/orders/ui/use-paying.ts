import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CallRefused, call } from '#browser/calls.ts'
import { useReturned } from '#browser/use-returned.ts'
import type { MessageKey } from '#platform/i18n/messages.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import type { Waiver } from '../contract.ts'
import type { OrderDetail } from '../wire.ts'
import { asksForWaiver } from './asks-for-waiver.ts'
import { accessHeaders, type OrderVisit } from './order-visit.ts'
import { useWaiver } from './use-waiver.ts'

type Paying = {
  visit: OrderVisit
  order: OrderDetail
  /** Undefined: as the order was to be paid before. */
  chosen: PaymentMethod | undefined
  country: string
  reload: () => Promise<void>
}

/** Paying an order that is there: leads to the page of its payment, or says what is in the way. */
export function usePaying({ visit, order, chosen, country, reload }: Paying) {
  const [sending, setSending] = useState(false)
  useReturned(() => setSending(false))
  const [problem, setProblem] = useState<{ message: string; awayAt?: string }>()
  const read = useRef(order.now)
  read.current = order.now
  const [waiverProblem, setWaiverProblem] = useState<MessageKey>()
  const box = useRef<HTMLInputElement>(null)
  const waiver = useWaiver(order.waiver)

  /** Leads to the box that is to be ticked. */
  function askForWaiver(message: MessageKey) {
    setWaiverProblem(message)
    box.current?.focus()
  }

  async function pay() {
    if (waiver.shown && !waiver.ticked) return askForWaiver('pay.waiverRequired')
    setSending(true)
    setProblem(undefined)
    try {
      const body = {
        orderId: order.orderId,
        paymentId: chosen?.id,
        country: country || undefined,
        waiver: waiver.shown ? { version: waiver.shown.version, accepted: waiver.ticked } : undefined,
      }
      const start = await call('POST /api/pay/toPay', { body }, accessHeaders(visit))
      if (start.url !== null) return location.assign(start.url)
      // With this method nothing was left to pay: the order is paid by that.
      if (start.amount === 0) await reload()
      else setProblem({ message: 'pay.providerAway' })
    } catch (error) {
      if (asksForWaiver(error)) {
        flushSync(() => waiver.replace(error.data as Waiver))
        askForWaiver(error.message as MessageKey)
      } else if (error instanceof CallRefused && error.status === 0) {
        setProblem({ message: error.message, awayAt: read.current })
        return setSending(false)
      } else setProblem({ message: error instanceof CallRefused ? error.message : 'pay.createFailed' })
      reload()
    }
    setSending(false)
  }

  function tick(ticked: boolean) {
    waiver.tick(ticked)
    setWaiverProblem(undefined)
  }

  return {
    pay,
    sending,
    /** A key of the words, or what the server said. That the shop is away, until the order was read again. */
    problem: problem?.awayAt === undefined || problem.awayAt === order.now ? problem?.message : undefined,
    /** What was said of one method is not said of another. */
    forgetProblem: () => setProblem(undefined),
    waiver: { box, shown: waiver.shown, ticked: waiver.ticked, tick, problem: waiverProblem },
  }
}
