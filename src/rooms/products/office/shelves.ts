// Categories and facets as pages of the office need them.
import { useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import type { TranslateOffice } from '#rooms/staff/office/words.ts'

export type Shelves = Awaited<ReturnType<typeof officeCall<'GET /office/shelves'>>>
export type Category = Shelves['categories'][number]
export type Facet = Shelves['facets'][number]

export const useShelves = () =>
  useQuery({
    queryKey: ['shelves'],
    queryFn: ({ signal }) => officeCall('GET /office/shelves', {}, { signal }),
    // What was just made stands there a moment later.
    refetchInterval: 10_000,
  })

/** In the reader's language, else in English, else whatever there is. */
export function nameIn(t: TranslateOffice, name: Record<string, string>): string {
  const own = t.tag === 'zh-Hans' ? name['zh-CN'] : undefined
  return own || name['en-US'] || Object.values(name)[0] || ''
}

/** Each below the one that it stands in, with how deep. */
export function inOrder(categories: readonly Category[]): { category: Category; depth: number }[] {
  const found: { category: Category; depth: number }[] = []
  const seen = new Set<number>()
  const walk = (parentId: number | null, depth: number) => {
    for (const category of categories) {
      if (category.parentId !== parentId || seen.has(category.id)) continue
      seen.add(category.id)
      found.push({ category, depth })
      walk(category.id, depth + 1)
    }
  }
  walk(null, 0)
  return found
}

export const categoryOptions = (t: TranslateOffice, shelves: Shelves | undefined) =>
  inOrder(shelves?.categories ?? []).map(({ category, depth }) =>
    createElement(
      'option',
      { key: category.id, value: category.id },
      `${'\u2003'.repeat(depth)}${nameIn(t, category.name)}`,
    ),
  )
