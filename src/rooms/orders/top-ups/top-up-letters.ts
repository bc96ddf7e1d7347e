// What the mails about top-ups say: of keys there is none.
import type { Database } from '#platform/database/database.ts'
import { decimal, formatMoney } from '#platform/money.ts'
import type { LetterContent, LetterTemplate } from '#rooms/mail/hands.ts'
import { type Methods, methodWords } from '#rooms/payments/hands.ts'
import * as store from '../store.ts'

/** In place of the mails about orders of goods. */
export const TOP_UP_LETTERS = {
  underWay: 'topUpUnderWay',
  givenUp: 'topUpGivenUp',
  held: 'topUpHeld',
  refund: 'topUpRefund',
} as const satisfies Record<string, LetterTemplate>
export type TopUpTemplate = keyof ReturnType<typeof topUpLetters>

type Data = Record<string, string>

/** To the address that an order's mails went to so far: without a link, for it may be somebody else's. */
export const readdressedLetter =
  ({ db }: { db: Database }) =>
  async (data: Data): Promise<LetterContent> => ({
    values: { orderNo: (await store.orderById(db, data.orderId!))?.orderNo ?? '' },
  })

export function topUpLetters({ db, methods, origin }: { db: Database; methods: Methods; origin: () => string }) {
  const dollars = (cents: number) => formatMoney(cents, '$')

  async function about(data: Data, locale: string) {
    const order = await store.orderById(db, data.orderId!)
    if (!order || order.topUpCents === null) throw new Error('a mail about a top-up that is not there')
    const method = methods.byId(order.paymentMethod)
    const facts: NonNullable<LetterContent['facts']> = [
      { label: 'mail.orderNo', value: order.orderNo },
      { label: 'letters.topUp.amount', value: dollars(order.topUpCents) },
      { label: 'mail.parts.fee', value: order.fee === 0 ? '' : dollars(order.fee) },
      { label: 'mail.sum', value: dollars(order.total) },
      { label: 'mail.method', value: method ? methodWords(method, locale).name : '' },
    ]
    return { order, facts, values: { amount: dollars(order.topUpCents), orderNo: order.orderNo } }
  }

  const plain = async (data: Data, { locale }: { locale: string }): Promise<LetterContent> => {
    const { facts, values } = await about(data, locale)
    return { facts, values }
  }

  return {
    /** Its receipt. */
    toppedUp: async (data: Data, { locale }: { locale: string }): Promise<LetterContent> => {
      const { facts, values } = await about(data, locale)
      return { facts, values, link: `${origin()}/my-account` }
    },
    topUpUnderWay: plain,
    topUpGivenUp: plain,
    topUpHeld: async (data: Data, to: { locale: string }): Promise<LetterContent> => ({
      ...(await plain(data, to)),
      isUnsure: data.unsure !== undefined,
    }),
    topUpRefund: async (data: Data, { locale }: { locale: string }): Promise<LetterContent> => {
      const { values } = await about(data, locale)
      const back = Number(data.amount)
      // A person may have accepted another currency.
      const amount = data.currency === 'USD' ? dollars(back) : `${decimal(back)}\u00a0${data.currency}`
      return { values: { ...values, amount }, isSecond: data.second !== undefined }
    },
  }
}
