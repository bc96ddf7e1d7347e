// Members' address books.
import { defineRoom } from '#platform/room.ts'
import { membersRoom } from '#rooms/members/room.ts'
import { addressesCalls } from './api.ts'
import { MOST_ADDRESSES } from './limits.ts'
import { addressesOf, deleteAddresses } from './store.ts'

export const addressesRoom = defineRoom({
  name: 'addresses',
  needs: { members: membersRoom },
  open: ({ db }) => ({
    calls: addressesCalls(db),
    declares: {
      personal: {
        addresses: {
          collect: async (memberId) => ({
            addresses: await addressesOf(db, memberId, { limit: MOST_ADDRESSES, offset: 0 }),
          }),
          erase: deleteAddresses,
        },
      },
    },
  }),
})
