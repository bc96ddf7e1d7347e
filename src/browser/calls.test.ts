// What a page may be made of is a matter of types: this file would not pass the type check otherwise.
import { expectTypeOf, test } from 'vitest'
import type { CallNames, PublicCallNames } from './calls.ts'

test('a page is made of public calls alone; what is somebody’s is none of them', () => {
  expectTypeOf<'GET /api/product/info'>().toExtend<PublicCallNames>()
  expectTypeOf<'POST /api/product/list'>().toExtend<PublicCallNames>()
  expectTypeOf<'GET /api/pay/detail/{orderId}'>().toExtend<CallNames>()
  expectTypeOf<'GET /api/pay/detail/{orderId}'>().not.toExtend<PublicCallNames>()
  expectTypeOf<'GET /api/profile/order/pointCode/{id}'>().not.toExtend<PublicCallNames>()
  // Every call is in the list that the contracts make together.
  expectTypeOf<'GET /api/no/such/call'>().not.toExtend<CallNames>()
})
