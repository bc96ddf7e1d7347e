// Short forms for writing the catalogue down; they only build the plain data of types.ts.
import type { LanguageCode, PlatformCode, RegionCode } from '#rooms/products/hands.ts'
import { inOtherLanguages, type ProductTexts } from '../texts.ts'
import { type DemoWords, inEachLanguage } from '../words.ts'
import type { SellerCode } from './sellers.ts'
import type { DemoOffer, DemoProduct, DemoSku, Localized, ProductType } from './types.ts'

export function text(en: string, zh?: string, ar?: string): Localized {
  return { 'en-US': en, ...(zh ? { 'zh-CN': zh } : {}), ...(ar ? { ar } : {}) }
}

/** `dollars` as on the price tag: 41.99. */
export function at(seller: SellerCode, dollars: number, keys: number): DemoOffer {
  return { seller, priceCents: Math.round(dollars * 100), keys }
}

export type SkuDraft = Omit<DemoSku, 'code'>

export function sku(
  platforms: PlatformCode[] | PlatformCode,
  region: RegionCode,
  offers: DemoOffer[],
  variant: { edition?: string; denomination?: string } = {},
): SkuDraft {
  return { ...variant, platforms: Array.isArray(platforms) ? platforms : [platforms], region, offers }
}

/** Its texts in English. */
type Draft = Omit<DemoProduct, 'category' | 'type' | 'keyType' | 'skus' | keyof ProductTexts> &
  ProductTexts & { skus: SkuDraft[] }

export const gameKeys = (category: string, drafts: Draft[]): DemoProduct[] => finish(category, 0, 0, drafts)
export const pointCards = (category: string, drafts: Draft[]): DemoProduct[] => finish(category, 1, 0, drafts)
export const accounts = (category: string, drafts: Draft[]): DemoProduct[] => finish(category, 2, 1, drafts)

function finish(category: string, type: ProductType, keyType: 0 | 1, drafts: Draft[]): DemoProduct[] {
  return drafts.map((draft) => ({
    ...draft,
    explanation: inOtherLanguages(draft.slug, 'explanation', draft.explanation),
    description: inOtherLanguages(draft.slug, 'description', draft.description),
    category,
    type,
    keyType,
    skus: draft.skus.map((one) => ({ ...one, code: skuCode(draft.slug, one) })),
  }))
}

/** ELDEN-RING-STEAM-GLOBAL-DELUXE-EDITION: says what it is, and stays the same as long as that does. */
function skuCode(slug: string, one: SkuDraft): string {
  return [slug, one.platforms[0], one.region, one.edition, one.denomination]
    .filter((part) => part !== undefined)
    .join('-')
    .replace(/[,']/g, '')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toUpperCase()
}

type Notice = NonNullable<DemoProduct['confirm']>

/** For keys that only the accounts of one country or region take. */
export function regionNotice(region: keyof DemoWords['countries']): Notice {
  const filled = (part: keyof Notice) =>
    inEachLanguage(({ regionNotice, countries }) => {
      const country = countries?.[region]
      // A sentence without its country would be wrong; English is better.
      return country && regionNotice?.[part]?.replaceAll('{{country}}', country)
    })
  return { title: filled('title'), content: filled('content') }
}

export function notice(code: keyof DemoWords['notices']): Notice {
  return {
    title: inEachLanguage((words) => words.notices?.[code]?.title),
    content: inEachLanguage((words) => words.notices?.[code]?.content),
  }
}

/** French, Italian, German, Spanish and English: what most Western releases carry. */
export const EFIGS: LanguageCode[] = ['en', 'fr', 'it', 'de', 'es-ES']

/** The usual set of a worldwide release. */
export const WORLD: LanguageCode[] = [...EFIGS, 'es-419', 'pt-BR', 'pl', 'ru', 'ja', 'ko', 'zh-Hans', 'zh-Hant']

/** The widest set: the worldwide one, Arabic, Turkish, Czech, Hungarian and Thai. */
export const WORLD_PLUS: LanguageCode[] = [...WORLD, 'ar', 'tr', 'cs', 'hu', 'th']
