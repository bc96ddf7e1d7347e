// What buyers say of products and of the shop.
import { defineRoom } from '#platform/room.ts'
import { ordersRoom } from '#rooms/orders/room.ts'
import { catalogRoom } from '#rooms/products/room.ts'
import { reviewsCalls } from './api.ts'

export const reviewsRoom = defineRoom({
  name: 'reviews',
  needs: { catalog: catalogRoom, orders: ordersRoom },
  open: ({ db }, { catalog: { catalogue }, orders }) => ({
    calls: reviewsCalls({
      db,
      setting: (key) => catalogue.shelves.settings.get(key),
      receivedBy: orders.receivedBy,
    }),
  }),
})
