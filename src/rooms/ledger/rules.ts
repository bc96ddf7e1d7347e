// Which money of a balance is spent first (decision F5): gifts (points, corrections), then refunds, then top-ups, the oldest
// first. Pure.

export interface Entry {
  kind: 'points' | 'purchase' | 'refund' | 'refundBack' | 'topUp' | 'topUpBack' | 'adjustment'
  cents: number
  paymentId: string | null
}

export interface Purse {
  /** What a bank has taken back of what was spent; whatever comes settles it first (decision C9). */
  debt: number
  gifts: number
  refunds: number
  /** By the payment that brought it, the oldest first: what of it is there still. */
  topUps: Map<string, number>
}

export const emptyPurse = (): Purse => ({ debt: 0, gifts: 0, refunds: 0, topUps: new Map() })

/** The purse after a further entry of its member's; entries come in the order in which they were written. */
export function apply(purse: Purse, { kind, cents, paymentId }: Entry): void {
  if (cents > 0) put(purse, kind, paymentId, cents)
  else if (kind === 'topUpBack' && paymentId !== null) {
    const own = purse.topUps.get(paymentId) ?? 0
    const taken = Math.min(own, -cents)
    purse.topUps.set(paymentId, own - taken)
    takeInTurn(purse, -cents - taken)
  } else if (kind === 'refundBack') {
    const taken = Math.min(purse.refunds, -cents)
    purse.refunds -= taken
    takeInTurn(purse, -cents - taken)
  } else takeInTurn(purse, -cents)
}

function put(purse: Purse, kind: Entry['kind'], paymentId: string | null, cents: number) {
  const settled = Math.min(purse.debt, cents)
  purse.debt -= settled
  const rest = cents - settled
  if (kind === 'refund') purse.refunds += rest
  else if (kind === 'topUp' && paymentId !== null)
    purse.topUps.set(paymentId, (purse.topUps.get(paymentId) ?? 0) + rest)
  else purse.gifts += rest
}

function takeInTurn(purse: Purse, cents: number): void {
  let rest = cents
  const take = (there: number) => {
    const taken = Math.min(there, rest)
    rest -= taken
    return there - taken
  }
  purse.gifts = take(purse.gifts)
  purse.refunds = take(purse.refunds)
  for (const [paymentId, left] of purse.topUps) purse.topUps.set(paymentId, take(left))
  purse.debt += rest
}
