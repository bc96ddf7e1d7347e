// The specification's names in the calls of this room, and ours: an answer passes here where a page gets it.
import type { ProductCard } from '#rooms/products/schemas.ts'
import { placed } from '#rooms/products/wire.ts'
import type * as wire from './contract.ts'

export const homeOf = ({ bestSellersList, latestReleasesList, hottestGamesList }: wire.HomeProducts) => ({
  best: bestSellersList.map(placed),
  latest: latestReleasesList.map(placed),
  hot: hottestGamesList.map(placed),
})
export type HomeProducts = ReturnType<typeof homeOf>

/** For the server's answer. */
export const homeOnWire = ({
  best,
  latest,
  hot,
}: Record<'best' | 'latest' | 'hot', ProductCard[]>): wire.HomeProducts => ({
  hottestGamesList: hot,
  latestReleasesList: latest,
  bestSellersList: best,
})
