// What machines ask the shop for beside its pages.
import type { Database } from '#platform/database/database.ts'
import type { Offered } from '#platform/i18n/locales.ts'
import type { KeptPictures, Picture } from '#rooms/pictures/hands.ts'
import type { Catalogue } from '#rooms/products/hands.ts'
import type { Finder } from '#rooms/search/hands.ts'
import { createIcons, type IconsOptions } from './icons.ts'
import { createManifest } from './manifest.ts'
import { createRobots } from './robots.ts'
import { createShareMedia } from './share-media.ts'
import { createSitemap } from './sitemap.ts'

export function discoveryResponders(of: {
  db: Database
  catalogue: Catalogue
  finder: Finder
  shopName: () => string
  pictures: KeptPictures
  logos: IconsOptions
  sourceOf: (picture: Picture) => Promise<string | Buffer>
  origin: () => string
  languages: () => Offered
  isSellerNamed: () => boolean
  rendersPerMinute: number
}) {
  const sitemap = createSitemap({ ...of, perMinute: of.rendersPerMinute })
  const icons = createIcons(of.logos)
  return [
    { prefix: '/sitemap.xml', answer: sitemap },
    { prefix: '/sitemaps/', answer: sitemap },
    { prefix: '/robots.txt', answer: createRobots(of.origin) },
    { prefix: '/manifest.webmanifest', answer: createManifest(of) },
    { prefix: '/favicon.ico', answer: icons },
    { prefix: '/media/icons/', answer: icons },
    { prefix: '/media/og/', answer: createShareMedia(of) },
  ]
}
