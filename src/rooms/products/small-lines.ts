// What a poster prints of what is sold.
import type { PrintedVersion } from './printed.ts'
import type { Shelves } from './shelves.ts'

/**
 * Platforms under a game or account; on a card its one region, unless the title says it, and its amount where it comes in
 * one alone: a picture shows what is sold.
 */
export function smallLines(
  { title, type }: { title: string; type: number },
  versions: readonly PrintedVersion[],
  shelves: Shelves,
): { subtitle?: string | undefined; figure?: string | undefined } {
  if (type !== 1) return { subtitle: platformsOf(versions, shelves) || undefined }
  const regions = [...new Set(versions.map((version) => nameOf(version.regionId, shelves)))]
  const [region] = regions
  const amounts = [...new Set(versions.map((version) => version.denomination))]
  return {
    subtitle: regions.length === 1 && region && !title.includes(region) ? region : undefined,
    figure: amounts.length === 1 ? amounts[0]?.replace(/ months?$/, '\u00a0mo').replace(/ .*$/, '') : undefined,
  }
}

export function platformsOf(versions: readonly PrintedVersion[], shelves: Shelves): string {
  const platforms = [...new Set(versions.map(({ platformIds: [first] }) => nameOf(first ?? null, shelves)).filter(Boolean))] // biome-ignore format: one line
  return platforms.slice(0, 2).join(' · ')
}

const nameOf = (id: number | null, shelves: Shelves) => shelves.facets.get(id ?? -1)?.name['en-US']
