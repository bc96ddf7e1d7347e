// What the shop asks for small orders, where it is told before the checkout.
import { useEffect, useState } from 'react'
import { call } from '#browser/calls.ts'
import type { Charges } from '../checkout-prices.ts'

const NONE: Charges = { serviceThreshold: 0, serviceCharge: 0 }
const LONGEST_MS = 30_000
/** As the facts of lines: what was said longer ago is asked for again. */
const FRESH_MS = 15_000
/** The answer, or the question that is under way. */
let kept: Promise<Charges> | undefined
let askedAt = 0

/**
 * Undefined while it is not known. As if there were none where it cannot be asked: the checkout says it in any case, and it is
 * asked again for the next `total`.
 */
export function useCharges(total: number): Charges | undefined {
  const [charges, setCharges] = useState<Charges>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the total is
  useEffect(() => {
    if (performance.now() - askedAt > FRESH_MS) kept = undefined
    kept ??= ask().catch(() => {
      kept = undefined
      return NONE
    })
    void kept.then(setCharges)
  }, [total])
  return charges
}

async function ask(): Promise<Charges> {
  askedAt = performance.now()
  const signal = AbortSignal.timeout(LONGEST_MS)
  const number = (key: string) =>
    call('GET /api/home/config/configKey/{key}', { params: { key } }, { signal }).then(Number)
  const [serviceThreshold, serviceCharge] = await Promise.all([
    number('order.threshold.amount'),
    number('order.service.charge'),
  ])
  return { serviceThreshold, serviceCharge }
}
