// What machines ask the shop for beside its pages: sitemaps, robots, icons, pictures for sharing.
import { defineRoom } from '#platform/room.ts'
import { contentRoom } from '#rooms/content/room.ts'
import { picturesRoom } from '#rooms/pictures/room.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { searchRoom } from '#rooms/search/room.ts'
import { discoveryResponders } from './respond.ts'

export const discoveryRoom = defineRoom({
  name: 'discovery',
  needs: { content: contentRoom, products: productsRoom, finder: searchRoom, pictures: picturesRoom },
  open: (
    { config, db, identity, languages, origin },
    { content, products: { catalogue }, finder, pictures: { pictures, sourceOf, contentOf } },
  ) => ({
    responders: discoveryResponders({
      db,
      catalogue,
      finder,
      pictures,
      sourceOf,
      shopName: identity.name,
      isSellerNamed: () => content.siteTexts.seller() !== undefined,
      rendersPerMinute: config.rendersPerMinute,
      languages,
      origin,
      logos: { square: content.squareLogo, logo: content.logoUpload, contentOf },
    }),
  }),
})
