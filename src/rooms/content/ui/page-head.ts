// What a page says of itself to search engines, in the operator's words where there are any (specification §7).
import type { WebsiteShell } from '../contract.ts'
import type { SeoKey } from '../rules.ts'

type Matches = readonly { loaderData?: unknown }[]

/**
 * Title, description and keywords of a page. `matches` are those of the route's head: the first is the root, which has
 * the operator's texts. In these, `{{name}}` and the like are filled with `values`.
 */
export function headTexts(
  matches: Matches,
  key: SeoKey,
  own: { title: string; description?: string },
  values: Record<string, string> = {},
) {
  const website = (matches[0]?.loaderData as { website?: WebsiteShell } | undefined)?.website
  const { seoTitle, seoKey, seoDec } = website?.seo[key] ?? {}
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  const description = seoDec ? fill(seoDec) : own.description
  return [
    { title: seoTitle ? fill(seoTitle) : own.title },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(seoKey ? [{ name: 'keywords', content: fill(seoKey) }] : []),
  ]
}
