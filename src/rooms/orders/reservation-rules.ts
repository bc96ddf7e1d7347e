// How much of the stock somebody may reserve without paying (decision C3): pure functions. What is counted belongs to one
// client address; whoever has a captcha solved may have some times as much, so that people behind one address are slowed
// and not shut out. An order that cost nothing counts as an unpaid one does (docs/decisions/086).

/** 0 for the first two and for `stockPercent`: no such limit. */
export interface ReservationLimits {
  /** Unpaid orders of one mailbox at one client address. */
  perMailbox: number
  /** Unpaid orders of one client address. */
  perAddress: number
  /** From the second unpaid order on: percent of an offer's stock that its unpaid units may be, but `leastUnits` always. */
  stockPercent: number
  leastUnits: number
  /** A first order for more units than this, and more than `stockPercent`, needs a solved captcha too. */
  firstUnits: number
  /** How many times as much a solved captcha opens. */
  solvedTimes: number
  /** How long an order that ended unpaid, or cost nothing, still counts, in hours. */
  hours: number
}

export interface Reserved {
  orders: number
  ofMailbox: number
  offers: {
    wanted: number
    /** Units that can be had now. */
    stock: number
    /** Units in unpaid orders of this client. */
    held: number
  }[]
}

export function isLimited({ perMailbox, perAddress, stockPercent }: ReservationLimits): boolean {
  return perMailbox > 0 || perAddress > 0 || stockPercent > 0
}

/** Whether one more order may be made; `solved`: with a captcha. */
export function mayReserve(reserved: Reserved, limits: ReservationLimits, solved: boolean): boolean {
  const times = solved ? limits.solvedTimes : 1
  const over = (count: number, limit: number) => limit > 0 && count >= limit * times
  if (over(reserved.ofMailbox, limits.perMailbox) || over(reserved.orders, limits.perAddress)) return false
  return limits.stockPercent === 0 || reserved.offers.every((offer) => mayTake(offer, reserved.orders, limits, solved))
}

function mayTake(
  { wanted, stock, held }: Reserved['offers'][number],
  orders: number,
  limits: ReservationLimits,
  solved: boolean,
): boolean {
  const part = Math.floor(((stock + held) * limits.stockPercent) / 100)
  if (orders === 0) return solved || wanted <= Math.max(limits.firstUnits, part)
  return held + wanted <= Math.max(limits.leastUnits, part) * (solved ? limits.solvedTimes : 1)
}
