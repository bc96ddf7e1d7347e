// The keys: sealed at rest, reserved, sold once. What is sold and shown is the orders' business.
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { forgetRevealAddresses } from './store.ts'

export const vaultRoom = defineRoom({
  name: 'vault',
  needs: {},
  open: ({ db, config }) => ({
    jobs: [
      forgetDaily(db, 'addresses', { days: config.retention.addresses, minute: 5, forget: forgetRevealAddresses }),
    ],
  }),
})
