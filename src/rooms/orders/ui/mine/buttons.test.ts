import { describe, expect, it } from 'vitest'
import { ORDER_STATUSES } from '../../rules.ts'
import { buttonsOf } from './buttons.ts'

describe('a member’s buttons', () => {
  it('go by the status, and none moves money that is in doubt or under way', () => {
    expect(Object.fromEntries(ORDER_STATUSES.map((status) => [status, buttonsOf(status, false).join(' ')]))).toEqual({
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
