// How much, and by what it is paid; the limits stand there before they are hit.
import { type FormEvent, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useReturned } from '#browser/use-returned.ts'
import { readAmount } from '#platform/i18n/typed-number.ts'
import { fromMajor, share, toMajor } from '#platform/money.ts'
import { dollars } from '#rooms/ledger/ui/dollars.ts'
import { sayDay, sayMoment } from '#rooms/members/ui/moment.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { useCountry } from '#rooms/money/ui/use-country.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { basisPoints, differByCountry, refusalOf } from '#rooms/payments/ui/method-rules.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { forgetAttempt, useAttempt } from '#ui/use-attempt.ts'
import type { TopUpRoom } from '../schemas.ts'
import { PaymentPicker } from './payment-picker.tsx'
import { resultAddress } from './result-address.ts'
import { keepTopUpFor } from './top-up-for.ts'

const OFFERED = [10, 25, 50, 100, 200, 500]

type TopUpFormProps = {
  room: TopUpRoom
  methods: PaymentMethod[]
  /** In US dollars, for the payment of this order; 0: nothing. */
  missing: number
  /** In US dollars. */
  balance: number
  orderId: string | undefined
  onRefused: () => void
}

export function TopUpForm({ room, methods, missing, balance, orderId, onRefused }: TopUpFormProps) {
  const t = useMemberWords()
  const offered = offeredIn(room)
  const first = missing > 0 ? Math.max(missing, room.least) : (offered[1] ?? offered[0] ?? room.least)
  const [typed, setTyped] = useState(String(first))
  const [chosen, choose] = useState<number>()
  const country = useCountry(differByCountry(methods))
  const [sending, setSending] = useState(false)
  useReturned(() => setSending(false))
  const [problem, setProblem] = useState<string>()
  // The attempt stays one until it is known what became of it: pressed again after a lost answer, there is one order. Who sees another
  // balance means another attempt.
  const attempt = useAttempt('top-up')
  const amount = readAmount(typed, 7)
  const fits = amount !== undefined && amount >= room.least && amount <= room.left
  const billBy = (method: PaymentMethod) => {
    const total = amount === undefined ? undefined : fromMajor(amount) + feeOf(method, amount)
    return { currency: 'USD', country, types: [], total, isMember: true }
  }
  const possible = methods.filter((method) => refusalOf(method, billBy(method)) === undefined)
  const method = possible.find(({ id }) => id === chosen) ?? possible[0]
  const total = method && amount !== undefined ? toMajor(fromMajor(amount) + feeOf(method, amount)) : undefined

  function change(next: string) {
    setTyped(next)
    setProblem(undefined)
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (sending || !fits || !method || total === undefined) return
    setSending(true)
    setProblem(undefined)
    try {
      const wish = { amount, paymentId: method.id, realAmount: total }
      const body = { ...wish, requestId: attempt.idOf([wish, balance]), country: country || undefined }
      const start = await call('POST /api/profile/topUp', { body })
      // Who comes back to this very page and presses again means the same order.
      forgetAttempt('top-up')
      keepTopUpFor(orderId)
      return location.assign(start.url ?? resultAddress(start))
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const { until } = (error.data ?? {}) as { until?: string }
      const words = { currency: 'USD', until: until ? sayMoment(until, t.tag) : '' }
      setProblem(t(t.knows(error.message) ? error.message : 'pay.createFailed', words))
      if (error.message === 'topUp.limit') onRefused()
    }
    setSending(false)
  }

  return (
    <form onSubmit={send} noValidate className="grid gap-6">
      <AmountField room={room} typed={typed} amount={amount} fits={fits} onChange={change} />
      <section aria-labelledby="top-up-method" className="grid gap-3">
        <h2 id="top-up-method" className="text-lg">
          {t('checkout.method.title')}
        </h2>
        <PaymentPicker
          methods={methods}
          chosen={method?.id}
          onChoose={choose}
          goods={amount === undefined ? undefined : fromMajor(amount)}
          billBy={billBy}
          amount={dollars}
          legend={t('checkout.method.title')}
        />
      </section>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <Button
        type="submit"
        variant="primary"
        disabled={!fits || !method}
        loading={sending}
        loadingLabel={t('checkout.leaving.title')}
        className="sm:justify-self-start"
      >
        {total === undefined || !fits
          ? t('topUp.open')
          : t('checkout.pay', { amount: `\u2066${dollars(total)}\u2069` })}
      </Button>
    </form>
  )
}

type AmountFieldProps = {
  room: TopUpRoom
  typed: string
  amount: number | undefined
  /** It is within the limits. */
  fits: boolean
  onChange: (typed: string) => void
}

function AmountField({ room, typed, amount, fits, onChange }: AmountFieldProps) {
  const t = useMemberWords()
  const { price, currency } = usePrice()
  const isElsewhere = currency && currency.moneyType !== 'USD' && fits && amount !== undefined
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-lg font-medium">{t('topUp.howMuch')}</legend>
      <div className="flex flex-wrap gap-2">
        {offeredIn(room).map((each) => (
          <Button
            key={each}
            aria-pressed={each === amount}
            onClick={() => onChange(String(each))}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft forced-colors:aria-pressed:outline-2"
          >
            <bdi className="figures">{dollars(each)}</bdi>
          </Button>
        ))}
      </div>
      <TextField
        label={t('topUp.amount')}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        value={typed}
        onChange={(event) => onChange(event.currentTarget.value)}
        start="$"
        dir="ltr"
        hint={limitsOf(room, t)}
        error={typed.trim() !== '' && !fits ? t('topUp.limit') : undefined}
        aside={isElsewhere ? t('topUp.about', { amount: `\u2066${price(amount)}\u2069` }) : undefined}
      />
    </fieldset>
  )
}

const offeredIn = ({ least, left }: TopUpRoom) => OFFERED.filter((amount) => amount >= least && amount <= left)

function limitsOf({ least, most, left, newUntil }: TopUpRoom, t: ReturnType<typeof useMemberWords>): string {
  const [from, to, rest] = [least, most, left].map((each) => `\u2066${dollars(each)}\u2069`)
  const limits = t('topUp.limits', { least: from!, most: to!, left: rest! })
  if (newUntil === null) return limits
  const date = sayDay(newUntil, t.tag)
  return `${limits} ${t('topUp.newMember', { date: `\u2068${date}\u2069` })}`
}

/** Hundredths. */
const feeOf = ({ fee }: PaymentMethod, amount: number) => share(fromMajor(amount), basisPoints(fee), 1)
