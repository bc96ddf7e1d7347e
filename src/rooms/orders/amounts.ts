// The parts of what an order costs, as they are kept and as the calls say them.
import { toMajor } from '#platform/money.ts'
import type { Amounts } from './contract.ts'
import type { Breakdown } from './rules.ts'

export const parts = ({ goods, discount, fee, coupon, freight, service, total }: Breakdown) => ({
  goods,
  discount,
  fee,
  coupon,
  freight,
  service,
  total,
})

export function amountsOf(order: Omit<Breakdown, 'units' | 'lines'>): Amounts {
  const { goods, discount, fee, coupon, freight, service, total } = order
  return {
    goods: toMajor(goods),
    discount: toMajor(discount),
    fee: toMajor(fee),
    coupon: toMajor(coupon),
    freight: toMajor(freight),
    service: toMajor(service),
    total: toMajor(total),
  }
}

export function freshPrices(sums: Breakdown, currencyType: string) {
  return { ...amountsOf(sums), currencyType, units: sums.units.map(toMajor) }
}
