// The coupon of this checkout: asked about when it is entered, and again whenever the cart, its prices or the currency
// change, so that the sum on the button is the one that will be charged.
import { useEffect, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { onceOnline } from '#browser/when-wanted.ts'
import { fromMajor } from '#platform/money.ts'
import type { CaptchaRequired, RefusedCoupon } from '#rooms/coupons/contract.ts'
import { pricedListsOf } from '#rooms/coupons/wire.ts'
import { readDraft, writeDraft } from '#rooms/orders/ui/checkout-draft.ts'
import type { AppliedCoupon } from './applied-coupon.ts'
import type { CartRow } from './cart/use-cart-rows.ts'
import { fetchSending } from './use-order-submit.ts'

export interface CouponProblem {
  messageKey: string
  /** What must be in the cart, in the currency. */
  minimum: number | undefined
  /** When to try again. */
  seconds: number
  /** The order itself was refused because of it. */
  atOrder: boolean
}

/** While somebody presses + again and again, in milliseconds. */
const PAUSE = 250

export function useCoupon({ rows, ready, currencyId }: { rows: CartRow[]; ready: boolean; currencyId: number }) {
  const [wanted, setWanted] = useState<{ code: string; attempt: number }>()
  const [applied, setApplied] = useState<AppliedCoupon & { question: string }>()
  const [problem, setProblem] = useState<CouponProblem & { question: string }>()
  const [solving, setSolving] = useState(false)
  const question =
    wanted && ready && rows.some((row) => row.product?.exists)
      ? JSON.stringify([wanted, currencyId, rows.map((row) => [row.key, row.line.count, row.unit])])
      : undefined
  const checking = question !== undefined && ![applied?.question, problem?.question].includes(question)

  useEffect(() => {
    const { coupon } = readDraft()
    if (coupon) setWanted({ code: coupon, attempt: 0 })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the question holds all that the answer depends on
  useEffect(() => {
    if (!question || !wanted || !checking) return
    const asking = new AbortController()
    const timer = setTimeout(
      async () => {
        try {
          const about = { code: wanted.code, known: applied?.couponId, rows, currencyId }
          const answer = await askSolved(about, asking.signal, setSolving)
          setApplied({ ...answer, question })
          setProblem(undefined)
          writeDraft({ coupon: answer.code })
        } catch (error) {
          if (asking.signal.aborted) return
          if (!(error instanceof CallRefused)) throw error
          if (error.status === 400 && (await onceOnline(fetchSending)).leavesCurrency(error, wanted.code)) return
          setApplied(undefined)
          setProblem({ ...problemOf(error), question, atOrder: false })
          // Nobody has refused it, and without it the order would cost more.
          if (error.status === 0)
            addEventListener('online', () => setWanted({ ...wanted, attempt: wanted.attempt + 1 }), {
              signal: asking.signal,
            })
          // It may become good when the cart changes; what does not exist or is over will not.
          if (['pay.couponNotExist', 'pay.couponExpired'].includes(error.message))
            forget(readDraft().coupon === '' ? '' : undefined)
        }
      },
      applied ? PAUSE : 0,
    )
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [question])

  /** `''`: its shopper took it off, which stays known until another is good. */
  function forget(coupon: '' | undefined) {
    setWanted(undefined)
    writeDraft({ coupon })
  }

  return {
    applied: wanted && applied,
    problem: checking ? undefined : problem,
    checking,
    /** The browser is working out a challenge. */
    solving,
    apply(code: string) {
      setProblem(undefined)
      setWanted({ code, attempt: (wanted?.attempt ?? 0) + 1 })
    },
    remove() {
      setApplied(undefined)
      setProblem(undefined)
      forget('')
    },
    /** The order was refused because of it. */
    refuse(error: CallRefused) {
      setApplied(undefined)
      setProblem({ ...problemOf(error), question: '', atOrder: true })
      forget(undefined)
    },
  }
}

interface Question {
  code: string
  /** The reference that the shop gave for the code before. */
  known: string | undefined
  rows: CartRow[]
  currencyId: number
  altcha?: string
}

/** While wrong codes are tried from everywhere, the shop wants a challenge solved before it says anything. */
async function askSolved(
  question: Question,
  signal: AbortSignal,
  onSolving: (solving: boolean) => void,
): Promise<AppliedCoupon> {
  try {
    return await ask(question, signal)
  } catch (error) {
    if (!(error instanceof CallRefused) || error.message !== 'captcha.required') throw error
    onSolving(true)
    const { challenge } = error.data as CaptchaRequired
    const altcha = await onceOnline(() => import('#rooms/captcha/ui/solve.ts'))
      .then(({ solve }) => solve(challenge, signal))
      .catch(() => {
        throw new CallRefused(422, 'checkout.captcha.failed')
      })
      .finally(() => onSolving(false))
    return ask({ ...question, altcha }, signal)
  }
}

async function ask({ code, known, rows, currencyId, altcha }: Question, signal: AbortSignal): Promise<AppliedCoupon> {
  // What is no longer sold has neither price nor category.
  const sold = rows.flatMap(({ line, product }) => (product?.exists ? [{ ...product, ...line }] : []))
  const body = {
    couponCode: code,
    currencyId,
    ...pricedListsOf(sold),
    couponId: known,
    altcha,
  }
  const { couponId, totalDiscount } = await call('POST /api/check/useCoupon', { body }, { signal })
  return { code: code.toUpperCase(), couponId, discount: fromMajor(totalDiscount) }
}

function problemOf(error: CallRefused): Omit<CouponProblem, 'atOrder'> {
  const { minimum } = (error.data ?? {}) as Partial<RefusedCoupon>
  return { messageKey: error.message, minimum, seconds: error.status === 429 ? error.retryAfterSeconds : 0 }
}
