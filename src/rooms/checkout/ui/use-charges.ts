// What the shop asks for small orders, where it is told before the checkout.
import { useEffect, useState } from 'react'
import { call } from '#browser/calls.ts'
import type { Charges } from './checkout-prices.ts'

const NONE: Charges = { serviceThreshold: 0, serviceCharge: 0 }

/** Undefined while it is not known; as if there were none where it cannot be asked: the checkout says it in any case. */
export function useCharges(): Charges | undefined {
  const [charges, setCharges] = useState<Charges>()
  useEffect(() => {
    const ask = (key: string) => call('GET /api/home/config/configKey/{key}', { params: { key } }).then(Number)
    Promise.all([ask('order.threshold.amount'), ask('order.service.charge')])
      .then(([serviceThreshold, serviceCharge]) => setCharges({ serviceThreshold, serviceCharge }))
      .catch(() => setCharges(NONE))
  }, [])
  return charges
}
