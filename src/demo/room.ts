// The demo shop's goods, in a demo shop that has none yet.
import { defineRoom } from '#platform/room.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { loadDemo } from './load.ts'

export const demoRoom = defineRoom({
  name: 'demo',
  needs: { products: productsRoom },
  async prepare({ db, keyring, config, log }) {
    if (config.demo && (await loadDemo(db, keyring, config))) log.info('the demo shop was loaded')
  },
  open: () => ({}),
})
