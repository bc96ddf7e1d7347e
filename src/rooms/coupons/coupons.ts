// What a coupon is worth for the lines of a cart, and its use by an order. Whoever names a coupon names it by its code or
// by the reference that this shop gave for the code: the number alone could be counted through.
import { type Keyring, sameBytes } from '#platform/crypto.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { mailboxOf } from '#platform/mailbox.ts'
import { type Exchange, toMajor } from '#platform/money.ts'
import { memberById } from '#rooms/members/hands.ts'
import { branchOf, type Catalogue, type PurchaseRow } from '#rooms/products/hands.ts'
import type { RefusedCoupon } from './contract.ts'
import type { Guessing } from './guessing.ts'
import { type CouponLine, judge, normalCode } from './rules.ts'
import * as store from './store.ts'

export type Coupons = ReturnType<typeof createCoupons>

export interface CouponsOptions {
  keyring: Keyring
  catalogue: Catalogue
  guessing: Guessing
}

export function createCoupons({ keyring, catalogue, guessing }: CouponsOptions) {
  const mark = (id: number) => keyring.fingerprint('coupon', String(id)).subarray(0, 12)

  /** The coupon's number in the reference; undefined when we did not write it. */
  function readReference(reference: string): number | undefined {
    const [, id, text] = /^(\d{1,9})-([\w-]{16})$/.exec(reference) ?? []
    return id && text && sameBytes(Buffer.from(text, 'base64url'), mark(Number(id))) ? Number(id) : undefined
  }

  /** What it takes off, in hundredths of the currency. Throws the refusals that the contract names. */
  function worth(
    coupon: store.CouponRow | undefined,
    lines: { row: PurchaseRow; quantity: number }[],
    exchange: Exchange,
  ): { id: number; discount: number } {
    if (!coupon) throw refuse('pay.couponNotExist')
    const verdict = judge(
      coupon,
      lines.map(
        ({ row, quantity }): CouponLine => ({
          productId: row.productId,
          categoryIds: branchOf(row.categoryId, catalogue.shelves),
          sellerId: row.sellerId,
          unitUsdCents: row.priceCents,
          quantity,
        }),
      ),
      { exchange, now: coupon.now },
    )
    if (verdict.good) return { id: coupon.id, discount: verdict.discount }
    if (verdict.why === 'expired') throw refuse('pay.couponExpired')
    throw refuse('pay.couponForbidden', verdict.why === 'tooLittle' ? verdict.minimum : undefined)
  }

  return {
    referenceOf: (id: number) => `${id}-${mark(id).toString('base64url')}`,

    /** `known`: the reference that was given for the code before; without it the caller may be guessing. */
    async byCode(
      db: Queryable,
      { typed, known, address, altcha }: { typed: string; known?: string; address: string; altcha?: string },
      lines: { row: PurchaseRow; quantity: number }[],
      exchange: Exchange,
    ) {
      const coupon = await store.couponByCode(db, normalCode(typed))
      const asked = coupon !== undefined && known !== undefined && readReference(known) === coupon.id
      if (!asked) await guessing.admit(coupon !== undefined, address, altcha)
      return worth(coupon, lines, exchange)
    },

    async byReference(
      db: Queryable,
      reference: string,
      lines: { row: PurchaseRow; quantity: number }[],
      exchange: Exchange,
    ) {
      const id = readReference(reference)
      return worth(id === undefined ? undefined : await store.couponById(db, id), lines, exchange)
    },

    /** Throws `pay.couponForbidden` when a member has had all his uses of it, before he orders in vain. */
    async refuseUsedUp(db: Queryable, couponId: number, memberId: string): Promise<void> {
      const member = await memberById(db, memberId)
      if (!member) return
      const owner = mailboxOf(member.email)
      const former = formerOwner(keyring, couponId, owner)
      if (!(await store.leavesUse(db, couponId, { owner, former, memberId }))) throw refuse('pay.couponForbidden')
    },

    /** In the transaction that makes the order, after everything else that it locks. Throws `pay.couponForbidden`. */
    async reserve(tx: Transaction, use: { couponId: number; orderId: string } & CouponOwner): Promise<void> {
      await store.lockCoupon(tx, use.couponId)
      const former = formerOwner(keyring, use.couponId, use.owner)
      if (!(await store.reserveUse(tx, { ...use, former }))) throw refuse('pay.couponForbidden')
    },
  }
}

/**
 * By what who closed his account is known again if he comes back, for this coupon alone and to nobody without the shop's key:
 * a limit per member would be none for whoever closes his account and opens another with the same mailbox.
 */
const formerOwner = (keyring: Keyring, couponId: number, mailbox: string) =>
  `closed ${keyring.fingerprint('coupon-owner', `${couponId} ${mailbox}`).toString('base64url')}`

/** The account closes: of whose a use was stays what its coupon's limit needs, and only as long as it does. */
export async function forgetOwner(tx: Transaction, keyring: Keyring, memberId: string, email: string | null) {
  const mailbox = email === null ? null : mailboxOf(email)
  const uses = await store.usesToForget(tx, memberId, mailbox)
  const renamed = uses.map(({ orderId, couponId, owner, counts }) => {
    if (!counts) return { orderId, owner: orderId }
    return { orderId, owner: owner.startsWith('closed ') ? owner : formerOwner(keyring, couponId, owner) }
  })
  await store.renameOwners(tx, renamed)
}

/**
 * In the transaction that pays the order. False: its use had been given back, and the coupon's limits allow it no other;
 * whoever asks decides what becomes of the order (decision C4).
 */
export async function spendCouponUse(tx: Transaction, couponId: number, orderId: string): Promise<boolean> {
  if (await store.markUsed(tx, orderId)) return true
  await store.lockCoupon(tx, couponId)
  return store.takeAgain(tx, couponId, orderId)
}

/** Whose uses of a coupon count together (decision C10). */
export interface CouponOwner {
  owner: string
  memberId: string | null
}

/**
 * Guests are known by the mailbox that their keys go to, however its address is written; a member by himself and by the
 * mailbox of his own address, so that what he used as a guest counts, and what he uses as a guest later.
 */
export async function ownerOf(db: Queryable, memberId: string | null, deliveryEmail: string): Promise<CouponOwner> {
  const member = memberId === null ? undefined : await memberById(db, memberId)
  return { owner: mailboxOf(member?.email ?? deliveryEmail), memberId: member?.id ?? null }
}

/** `minimum` in hundredths of the currency: what the goods that the coupon is for must come to. */
function refuse(key: 'pay.couponNotExist' | 'pay.couponForbidden' | 'pay.couponExpired', minimum?: number) {
  const data: RefusedCoupon = {
    not_exist: key === 'pay.couponNotExist',
    is_forbidden: key !== 'pay.couponNotExist',
    totalDiscount: 0,
    couponId: null,
    minimum: minimum === undefined ? undefined : toMajor(minimum),
  }
  return refused(key, data)
}
