// How an order that is made in the back office is paid: not at all, later by its buyer, or at once from his balance.
import type { z } from 'zod'
import type { Transaction } from '#platform/database/database.ts'
import { CallError, invalid, refused } from '#platform/http/errors.ts'
import { findLocale } from '#platform/i18n/locales.ts'
import { decimal, fromMajor } from '#platform/money.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { spend } from '#rooms/ledger/hands.ts'
import type { MemberLevels } from '#rooms/levels/hands.ts'
import { findMember, memberById } from '#rooms/members/hands.ts'
import type { Currencies } from '#rooms/money/hands.ts'
import { isForMembers, type Method, type Offers, type Payments } from '#rooms/payments/hands.ts'
import type { NewOrderBody } from '../office-new-order-contract.ts'
import type { PriceRules } from '../rules.ts'
import { SERVICE_CHARGE, THRESHOLD } from '../settings.ts'
import { lockOrder, type OrderRow } from '../store.ts'
import type { Placing } from './make.ts'

export interface WayOptions {
  settings: Settings
  currencies: Currencies
  levels: Pick<MemberLevels, 'discountOf'>
  offers: () => Promise<Offers>
  payments: Pick<Payments, 'payWithin'>
}

type Body = z.output<typeof NewOrderBody>
type Way = Body['way']

/** What is known of how it is paid before it costs anything. */
interface Paying {
  currency: Placing['currency']
  method: Pick<Method, 'id' | 'provider' | 'feeBp' | 'productTypes'>
  /** What an audit row says of it. */
  did: 'gave' | 'askedToPay' | 'tookFromBalance'
}

/** No method of payment has this number, and no provider is asked. */
const NO_METHOD = { id: 0, provider: '', feeBp: 0, productTypes: [] }

/** Whose orders go to this address, if it is a member's. */
async function memberAt(tx: Transaction, email: string): Promise<string | null> {
  const found = await findMember(tx, email)
  const member = found && (await memberById(tx, found.id))
  return member?.email.toLowerCase() === email.toLowerCase() ? member.id : null
}

/** Those by which a buyer, of whose country nothing is known, can pay in this currency now. */
const methodsFor = (offers: Offers, currency: string): Method[] =>
  offers
    .list([currency])
    .map(({ method }) => method)
    .filter((method) => !offers.refusal(method, { currency, country: '' }))

/** What an order that is paid by a link begins with; its buyer may choose another. */
const firstMethod = (offers: Offers, currency: string) =>
  methodsFor(offers, currency).find((method) => !isForMembers(method) && method.productTypes.length === 0)

const noMember = () => invalid([{ path: 'email', message: 'order.new.noMember' }])

export function newOrderWays({ settings, currencies, levels, offers, payments }: WayOptions) {
  async function payingBy({ way, locale, currency: code }: Pick<Body, 'way' | 'locale' | 'currency'>): Promise<Paying> {
    if (way === 'balance') return fromBalance()
    // As of a visitor who reads this language.
    const usual = currencies.firstFor(findLocale(locale)!)!
    if (way === 'free') return { currency: usual, method: NO_METHOD, did: 'gave' }
    const currency = code === undefined ? usual : currencies.byCode(code)
    const method = currency && firstMethod(await offers(), currency.code)
    if (!method) throw refused('order.new.noMethod', { currency: code ?? usual.code })
    return { currency, method, did: 'askedToPay' }
  }

  /** What is on a balance are US dollars (decision C9), in which every shop sells. */
  async function fromBalance(): Promise<Paying> {
    const currency = currencies.byCode('USD')!
    const method = methodsFor(await offers(), currency.code).find(({ provider }) => provider === 'balance')
    if (!method) throw refused('order.new.noBalance')
    return { currency, method, did: 'tookFromBalance' }
  }

  async function payableIn(): Promise<string[]> {
    const offered = await offers()
    return currencies.all().flatMap(({ code }) => (firstMethod(offered, code) ? [code] : []))
  }

  /** All that it costs is taken off, or nothing is but what a member pays less. */
  async function rulesOf(
    tx: Transaction,
    way: Way,
    feeBp: number,
    email: string,
  ): Promise<Omit<PriceRules, 'exchange'>> {
    const isFree = way === 'free'
    const memberId = isFree ? null : await memberAt(tx, email)
    if (way === 'balance' && memberId === null) throw noMember()
    return {
      ...{ feeBp, coupon: isFree ? Number.MAX_SAFE_INTEGER : 0 },
      discountBp: await levels.discountOf(tx, memberId),
      serviceThresholdUsdCents: isFree ? 0 : fromMajor(settings.read(THRESHOLD)),
      serviceUsdCents: fromMajor(settings.read(SERVICE_CHARGE)),
    }
  }

  /** It goes to the member's own address, so nobody need prove who he is (decision F3). */
  async function takeFromBalance(tx: Transaction, { id, total }: OrderRow, provider: string): Promise<void> {
    const lock = async () => (await lockOrder(tx, id))!
    const { memberId, orderNo } = await lock()
    // He has closed his account meanwhile.
    if (memberId === null) throw noMember()
    await payments.payWithin(tx, {
      ...{ orderId: id, provider, lock },
      async move(_, __, { id: paymentId, amount }) {
        await spend(tx, { memberId, cents: amount, paymentId, reference: orderNo }).catch((error) => {
          if (!(error instanceof CallError)) throw error
          // How much there is, is the member's own affair.
          throw refused('order.new.balanceTooLow', { total: decimal(total) })
        })
      },
    })
  }

  return { payingBy, payableIn, rulesOf, takeFromBalance }
}
