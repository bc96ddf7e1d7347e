// What machines ask the shop for beside its pages: sitemaps, robots, icons, pictures for sharing.
import { defineRoom } from '#platform/room.ts'
import { catalogRoom } from '#rooms/products/room.ts'
import { discoveryResponders } from './respond.ts'

export const discoveryRoom = defineRoom({
  name: 'discovery',
  needs: { catalog: catalogRoom },
  open: ({ db, config, origin }, { catalog }) => ({
    responders: discoveryResponders({ db, ...catalog, shopName: config.shopName, origin }),
  }),
})
