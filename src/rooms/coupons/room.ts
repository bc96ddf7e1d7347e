// What a code takes off a purchase.
import { defineRoom } from '#platform/room.ts'
import { captchaRoom } from '#rooms/captcha/room.ts'
import { moneyRoom } from '#rooms/money/room.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { couponsCalls } from './api.ts'
import { createCoupons } from './coupons.ts'
import { createGuessing } from './guessing.ts'
import { forgetOwner, usesOf } from './store.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    coupon: unknown
  }
}

export const couponsRoom = defineRoom({
  name: 'coupons',
  needs: { products: productsRoom, currencies: moneyRoom, altcha: captchaRoom },
  secrets: { coupon: 'kept' },
  open({ db, keyring }, { products: { catalogue }, currencies, altcha }) {
    const coupons = createCoupons({ keyring, catalogue, guessing: createGuessing({ db, keyring, altcha }) })
    return {
      hands: coupons,
      calls: couponsCalls({ db, currencies, coupons }),
      declares: {
        personal: {
          coupons: {
            collect: async (memberId) => ({ couponUses: await usesOf(db, memberId) }),
            erase: forgetOwner,
          },
        },
      },
    }
  },
})
