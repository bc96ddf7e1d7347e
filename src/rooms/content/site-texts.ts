// What stands around and on every page (contact items, search texts, banners), kept in memory until the database says that something
// changed: pages that are rendered for one visitor need them each time.
import type { Database } from '#platform/database/database.ts'
import { DEFAULT_LOCALE } from '#platform/i18n/locales.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import { textIn } from '#platform/i18n/text-in.ts'
import { type BannerRow, shownBanners } from './banner-store.ts'
import type { SeoTexts, WebsiteShell } from './contract.ts'
import { ITEM, networkName, PAGE_TYPES, SEO_KEYS, type SeoKey, SOCIAL_ITEMS, webAddress } from './rules.ts'
import type { Seller } from './seller.ts'
import { filledTypes, itemRows, type SeoRow, seoRows } from './store.ts'

export interface SiteTexts {
  shell(locale: string): Promise<WebsiteShell>
  /** What `shell` answers, at once; undefined when it is not in memory. */
  shellNow(locale: string): WebsiteShell | undefined
  /** Empty texts where the operator wrote none. */
  seo(key: SeoKey, locale: string): Promise<SeoTexts>
  /** What the home page begins with, in the order in which it is shown. */
  banners(): Promise<BannerRow[]>
  /** Who is written to: the operator's text, else the configured address. One for pages, mails and enquiries. */
  supportEmail(): Promise<string>
  /** Undefined until the operator has named him. */
  seller(): Seller | undefined
  /** To be called before the pages that show them are dropped. */
  forget(): void
}

interface SiteTextOptions {
  /** By the operator among the settings; it goes before what stands in the texts. */
  chosenEmail: () => string | undefined
  /** Who sells, where he is named among the settings: he goes before the text about the company. */
  seller: () => Seller | undefined
  /** Where neither says any. */
  supportEmail: string
  memberSite: string
}

export function createSiteTexts(
  db: Database,
  { chosenEmail, seller, supportEmail, memberSite }: SiteTextOptions,
): SiteTexts {
  const read = async () => {
    const [items, pages, seo, banners] = await Promise.all([
      itemRows(db, [...Object.values(ITEM), ...SOCIAL_ITEMS]),
      filledTypes(db, PAGE_TYPES),
      seoRows(db),
      shownBanners(db),
    ])
    return { items: new Map(items.map((row) => [row.type, row.content])), pages, seo, banners }
  }
  let kept: ReturnType<typeof read> | undefined
  /** What `kept` has come to. */
  let here: Awaited<ReturnType<typeof read>> | undefined
  const current = () => {
    if (!kept) {
      const reading = read()
      kept = reading
      reading.then(
        (texts) => {
          if (kept === reading) here = texts
        },
        // A failure is told to whoever waits, and the next one tries again.
        () => {
          if (kept === reading) kept = undefined
        },
      )
    }
    return kept
  }

  function shellIn({ items, pages, seo }: Awaited<ReturnType<typeof read>>, locale: string): WebsiteShell {
    const item = (type: number) => told(items.get(type), locale) || null
    const address = (type: number) => webAddress(told(items.get(type), locale))
    return {
      email: chosenEmail() ?? item(ITEM.email) ?? supportEmail,
      phone: item(ITEM.phone),
      hours: item(ITEM.hours),
      company: companyOf(seller()) ?? item(ITEM.company),
      legal: seller() !== undefined,
      chat: address(ITEM.chat),
      tracking: address(ITEM.tracking),
      social: SOCIAL_ITEMS.map(address)
        .filter((url) => url !== null)
        .map((url) => ({ name: networkName(url), url })),
      memberSite,
      pages,
      seo: Object.fromEntries(
        seo.filter(({ key }) => isSeoKey(key)).map((row) => [row.key, seoTexts(row, locale)]),
      ) as WebsiteShell['seo'],
    }
  }

  return {
    shell: async (locale) => shellIn(await current(), locale),
    shellNow: (locale) => here && shellIn(here, locale),
    async seo(key, locale) {
      const row = (await current()).seo.find((candidate) => candidate.key === key)
      return row ? seoTexts(row, locale) : { seoTitle: '', seoKey: '', seoDec: '' }
    },
    banners: async () => (await current()).banners,
    supportEmail: async () =>
      chosenEmail() ?? (told((await current()).items.get(ITEM.email), DEFAULT_LOCALE.code) || supportEmail),
    seller,
    forget() {
      kept = undefined
      here = undefined
    },
  }
}

const companyOf = (seller: Seller | undefined) => seller && [seller.company, ...seller.address].join('\n')

export const isSeoKey = (key: string): key is SeoKey => (SEO_KEYS as readonly string[]).includes(key)

function seoTexts(row: SeoRow, locale: string): SeoTexts {
  return {
    seoTitle: told(row.seoTitle, locale),
    seoKey: told(row.seoKey, locale),
    seoDec: told(row.seoDec, locale),
  }
}

function told(texts: Localized | undefined, locale: string): string {
  return textIn(texts ?? {}, locale).trim()
}
