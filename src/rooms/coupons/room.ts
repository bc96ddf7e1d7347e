// What a code takes off a purchase.
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { captchaRoom } from '#rooms/captcha/room.ts'
import { moneyRoom } from '#rooms/money/room.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { couponsCalls } from './api.ts'
import { createCoupons, forgetOwner } from './coupons.ts'
import { createGuessing } from './guessing.ts'
import { forgetFormer, usesOf } from './store.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    coupon: unknown
    'coupon-owner': unknown
  }
}

/** For so long who closed his account is kept from using a coupon without an end again. */
const FORMER_DAYS = 1095

export const couponsRoom = defineRoom({
  name: 'coupons',
  needs: { products: productsRoom, currencies: moneyRoom, altcha: captchaRoom },
  secrets: { coupon: 'kept', 'coupon-owner': 'kept' },
  open({ db, keyring }, { products: { catalogue }, currencies, altcha }) {
    const coupons = createCoupons({ keyring, catalogue, guessing: createGuessing({ db, keyring, altcha }) })
    return {
      hands: coupons,
      calls: couponsCalls({ db, currencies, coupons }),
      jobs: [forgetDaily(db, 'couponOwners', { days: FORMER_DAYS, minute: 54, forget: forgetFormer })],
      declares: {
        personal: {
          coupons: {
            collect: async (memberId) => ({ couponUses: await usesOf(db, memberId) }),
            erase: (tx, memberId, address) => forgetOwner(tx, keyring, memberId, address?.email ?? null),
          },
        },
      },
    }
  },
})
