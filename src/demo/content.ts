// The demo shop's pages, items and news: Markdown by language in content/<language>/, a language being added by adding its
// folder. What it lacks is left out, and the shop shows English instead.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { CONTENT_PAGES, ITEM, SOCIAL_ITEMS } from '#rooms/content/rules.ts'
import type { Localized } from './catalogue/types.ts'

const FOLDER = new URL('./content/', import.meta.url)
const ENGLISH = 'en-US'

export const contentLanguages: readonly string[] = readdirSync(FOLDER)

const ITEM_TYPES: Record<string, number> = {
  ...ITEM,
  ...Object.fromEntries(SOCIAL_ITEMS.map((type, index) => [`social${index + 1}`, type])),
}

/** `content/<language>/news/<slug>.md`: what is the same in every language stands in the English file. */
export interface DemoNews {
  slug: string
  title: Localized
  abstractInfo: Localized
  content: Localized
  author: string
  /** Published so many days before the demo shop is loaded. */
  daysAgo: number
  genre: string
  seed: string
  isAlone: '0' | '1'
}

/** Pages and items by website-info id. */
export function demoInfos(): { type: number; content: Localized }[] {
  const pages = CONTENT_PAGES.map(({ type, name }) => ({
    type,
    content: inEachLanguage((language) => read(`${language}/pages/${name}.md`)?.trim()),
  }))
  const items = new Map(
    contentLanguages.map((language) => [language, JSON.parse(read(`${language}/items.json`) ?? '{}')] as const),
  )
  return [
    ...pages,
    ...Object.entries(ITEM_TYPES).map(([name, type]) => ({
      type,
      content: inEachLanguage((language) => items.get(language)?.[name]),
    })),
  ].filter(({ content }) => Object.keys(content).length > 0)
}

/** The oldest first, so that ids rise with time. */
export function demoNews(): DemoNews[] {
  return readdirSync(new URL(`${ENGLISH}/news/`, FOLDER))
    .map((file) => {
      const texts = new Map(contentLanguages.map((language) => [language, parse(read(`${language}/news/${file}`))]))
      const field = (name: string) => inEachLanguage((language) => texts.get(language)?.fields[name])
      const { author = '', daysAgo = '', genre = '', seed = '', alone } = texts.get(ENGLISH)!.fields
      return {
        slug: file.replace(/\.md$/, ''),
        title: field('title'),
        abstractInfo: field('abstract'),
        content: inEachLanguage((language) => texts.get(language)?.body),
        author,
        daysAgo: Number(daysAgo),
        genre,
        seed,
        isAlone: alone ? ('1' as const) : ('0' as const),
      }
    })
    .sort((a, b) => b.daysAgo - a.daysAgo)
}

/** What the operator has written already stays. */
export async function insertContent(
  tx: Transaction,
  { shopName, supportEmail }: { shopName: string; supportEmail: string },
): Promise<void> {
  // The texts are written for a shop of that name and address.
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  const named = (texts: object) =>
    JSON.stringify(texts)
      .replaceAll('Latchkey', () => inJson(shopName))
      .replaceAll('support@latchkey.example', () => inJson(supportEmail))
  await tx.run(sql`
    insert into website_infos (type, content, sample)
    select type, content, content ->> ${ENGLISH} from jsonb_to_recordset(${named(demoInfos())}) as i(type int, content jsonb)
    on conflict (type) do nothing`)
  await tx.run(sql`
    insert into news (title, abstract_info, content, author, genre, seed, is_alone, published_at)
    select title, "abstractInfo", content, author, genre, seed, "isAlone",
      date_trunc('day', now() at time zone 'utc') at time zone 'utc' - make_interval(days => "daysAgo") + interval '9 hours'
    from jsonb_to_recordset(${named(demoNews())})
      as n(title jsonb, "abstractInfo" jsonb, content jsonb, author text, genre text, seed text, "isAlone" text, "daysAgo" int)
    order by "daysAgo" desc`)
}

/** Front matter (`name: value` lines between two `---`) and the text after it. */
function parse(file: string | undefined): { fields: Record<string, string>; body: string } | undefined {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file ?? '') ?? []
  if (head === undefined || body === undefined) return undefined
  const fields = head.split('\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
  })
  return { fields: Object.fromEntries(fields), body: body.trim() }
}

function read(path: string): string | undefined {
  const file = new URL(path, FOLDER)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function inEachLanguage(pick: (language: string) => string | undefined): Localized {
  const texts = contentLanguages.map((language) => [language, pick(language)] as const).filter(([, text]) => text)
  return Object.fromEntries(texts) as Localized
}
