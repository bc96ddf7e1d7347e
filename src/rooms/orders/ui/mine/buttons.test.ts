import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../rules.ts'
import { buttonsOf } from './buttons.ts'

describe('a member’s buttons', () => {
  it('go by the status, and none moves money that is in doubt or under way', () => {
    const all: OrderStatus[] = [
      'Unpaid',
      'Paid',
      'Processing',
      'Delivered',
      'Completed',
      'Cancelled',
      'Expired',
      'Refunded',
      'PartlyRefunded',
      'Disputed',
    ]
    expect(Object.fromEntries(all.map((status) => [status, buttonsOf(status, false).join(' ')]))).toEqual({
      Unpaid: 'pay cancel delete',
      Paid: '',
      Processing: '',
      Delivered: 'keys receive',
      Completed: 'keys',
      Cancelled: 'delete',
      Expired: 'delete',
      Refunded: '',
      PartlyRefunded: 'keys',
      Disputed: '',
    })
    expect(buttonsOf('Unpaid', true)).toEqual([])
    expect(buttonsOf('Delivered', true)).toEqual(['keys', 'receive'])
  })
})
