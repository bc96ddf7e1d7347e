// What a code takes off a purchase.
import { defineRoom } from '#platform/room.ts'
import { captchaRoom } from '#rooms/captcha/room.ts'
import { catalogRoom } from '#rooms/products/room.ts'
import { couponsCalls } from './api.ts'
import { createCoupons } from './coupons.ts'
import { createGuessing } from './guessing.ts'

export const couponsRoom = defineRoom({
  name: 'coupons',
  needs: { catalog: catalogRoom, altcha: captchaRoom },
  open({ db, keyring }, { catalog: { catalogue }, altcha }) {
    const coupons = createCoupons({ keyring, catalogue, guessing: createGuessing({ db, keyring, altcha }) })
    return { hands: coupons, calls: couponsCalls({ db, catalogue, coupons }) }
  },
})
