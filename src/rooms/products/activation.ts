// How the key of a version is used, and where. The one place that chooses a guide: pages and mails ask here.
import { type ActivationCode, activationSteps, redeemPage } from '#rooms/content/hands.ts'
import type { PlatformCode } from './first-facets.ts'
import type { Shelves } from './shelves.ts'

export interface Activated {
  /** Code of the product's own guide. */
  activation: string | null
  /** 0: key or code, 1: account. */
  keyType: number
  /** Of the version, the first one first. */
  platformIds: readonly number[]
}

export interface Activation {
  /** In the reader's language or English; none where there is no guide. */
  steps: string[]
  /** Where the platform takes keys by its own page. */
  redeemUrl: string | null
}

const GUIDES: Readonly<Record<PlatformCode, ActivationCode>> = {
  steam: 'steam',
  epic: 'epic',
  gog: 'gog',
  'battle-net': 'battle-net',
  'ea-app': 'ea-app',
  'ubisoft-connect': 'ubisoft-connect',
  rockstar: 'rockstar',
  'xbox-series': 'xbox',
  'xbox-one': 'xbox',
  ps5: 'playstation',
  ps4: 'playstation',
  switch: 'nintendo',
  'switch-2': 'nintendo',
  'microsoft-store': 'microsoft-store',
  ios: 'apple',
  android: 'google-play',
  publisher: 'publisher-site',
}

export function activationOf(sold: Activated, shelves: Shelves, locale: string): Activation {
  const guide = guideOf(sold, shelves)
  return { steps: activationSteps(guide, locale), redeemUrl: redeemPage(guide) ?? null }
}

/** For all versions of a product at once: each guide that there is, once, and by version which of them is its own. */
export function activationsOf(
  product: Omit<Activated, 'platformIds'>,
  versions: readonly Pick<Activated, 'platformIds'>[],
  shelves: Shelves,
  locale: string,
): { guides: string[][]; ofVersions: (number | null)[] } {
  const codes = versions.map(({ platformIds }) => guideOf({ ...product, platformIds }, shelves))
  const told = [...new Set(codes)].filter((code) => activationSteps(code, locale).length > 0)
  return {
    guides: told.map((code) => activationSteps(code, locale)),
    ofVersions: codes.map((code) => (told.includes(code) ? told.indexOf(code) : null)),
  }
}

/**
 * A key is used where its version is for, whatever its product's own guide says: that one counts where it is for a platform of this
 * version, and where the version's platforms have none. An account is taken over and points go to a player wherever they are played.
 */
function guideOf({ activation, keyType, platformIds }: Activated, shelves: Shelves): string | null {
  if (keyType === 1) return 'account'
  if (activation === 'in-game') return activation
  const guides = platformIds.flatMap((id) => guideOfPlatform(shelves.facets.get(id)?.code) ?? [])
  const own = activation === 'account' ? null : activation
  return guides.find((guide) => guide === own) ?? guides[0] ?? own
}

const guideOfPlatform = (code: string | undefined): string | undefined =>
  code !== undefined && Object.hasOwn(GUIDES, code) ? GUIDES[code as PlatformCode] : undefined
