// The calls of what the operator writes: pages, items, news and search texts (specification §7; decisions A4, A13, B5).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { pageQuery } from '#platform/http/paging.ts'
import { NEWS_PAGE_SIZE, SEO_KEYS } from './rules.ts'

const id = z.coerce.number().int().min(1).max(2_147_483_647)
/** Language code of a text: the one that was asked for, or en-US where there is no translation. */
const language = z.string()
/** ISO 8601, UTC. */
const moment = z.string()

const SeoTexts = z.object({ seoTitle: z.string(), seoKey: z.string(), seoDec: z.string() })
export type SeoTexts = z.infer<typeof SeoTexts>

export const WebsiteInfo = z.object({
  type: z.number(),
  /** HTML of a page, safe to be put into a document; plain text of an item. */
  content: z.string(),
  language,
  updatedAt: moment,
})
export type WebsiteInfo = z.infer<typeof WebsiteInfo>

const WebsiteShell = z.object({
  email: z.string(),
  phone: z.string().nullable(),
  hours: z.string().nullable(),
  company: z.string().nullable(),
  /** Whether there is a legal notice. */
  legal: z.boolean(),
  /** Web addresses. */
  chat: z.string().nullable(),
  tracking: z.string().nullable(),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Where members log in and register, when it is another site: https://members.example. Empty: here. */
  memberSite: z.string(),
  /** Website-info ids of the content pages that have a text. */
  pages: z.array(z.number()),
  /** By page key; only what the operator wrote. */
  seo: z.partialRecord(z.enum(SEO_KEYS), SeoTexts),
})
export type WebsiteShell = z.infer<typeof WebsiteShell>

/** What is not said is empty. */
const LegalSeller = z.object({
  company: z.string(),
  address: z.array(z.string()),
  registration: z.string(),
  vatId: z.string(),
  responsible: z.string(),
  email: z.string(),
  phone: z.string(),
})
export type LegalSeller = z.infer<typeof LegalSeller>

export const NewsItem = z.object({
  id: z.number(),
  title: z.string(),
  /** Path of the picture, 21:9, 1680 wide; other widths and formats stand beside it. */
  imgUrl: z.string(),
  /** Mirrored picture, for right-to-left pages. */
  imgUrlRtl: z.string(),
  author: z.string(),
  /** How often it was opened. */
  comments: z.number(),
  createTime: moment,
  abstractInfo: z.string(),
  isAlone: z.enum(['0', '1']),
  language,
})
export type NewsItem = z.infer<typeof NewsItem>

const NewsNeighbour = z.object({ id: z.number(), title: z.string() })

export const NewsDetail = NewsItem.extend({
  /** HTML, safe to be put into a document. */
  content: z.string(),
  ...SeoTexts.shape,
  previous: NewsNeighbour.nullable(),
  next: NewsNeighbour.nullable(),
})
export type NewsDetail = z.infer<typeof NewsDetail>

export const Banner = z.object({
  id: z.number(),
  imgUrl: z.string(),
  /** Mirrored picture, for right-to-left pages. */
  imgUrlRtl: z.string(),
  /** Where it leads: a path of the shop, or an https address elsewhere. */
  href: z.string(),
  /** The first two parts of a path of the shop. */
  urlName: z.string(),
  zhname: z.string().nullable(),
  title: z.string(),
  line: z.string(),
})
export type Banner = z.infer<typeof Banner>

export const contentContract = defineContract({
  'GET /api/home/scrollPhoto': { summary: 'Banners of the home page.', access: 'public', data: z.array(Banner) },
  'GET /api/website/info/{type}': {
    summary: 'A content page as HTML, or an item (phone, e-mail, address …) as plain text, by its website-info id.',
    access: 'public',
    perMinute: 'catalogue',
    params: z.object({ type: id }),
    data: WebsiteInfo,
  },
  'GET /api/website/seller': {
    summary: 'Who sells, as the legal notice names him; null until the operator has.',
    access: 'public',
    data: LegalSeller.nullable(),
  },
  'GET /api/website/shell': {
    summary: 'What stands around every page: contact items, links, which content pages exist, search texts.',
    access: 'public',
    perMinute: 'catalogue',
    data: WebsiteShell,
  },
  'GET /api/bottom/news': {
    summary: 'News, newest first.',
    access: 'public',
    perMinute: 'catalogue',
    query: z.object({
      ...pageQuery(NEWS_PAGE_SIZE),
    }),
    rows: NewsItem,
  },
  'GET /api/bottom/news/{id}': {
    summary: 'One piece of news, with the one before and the one after it.',
    access: 'public',
    perMinute: 'catalogue',
    params: z.object({ id }),
    data: NewsDetail,
  },
  'POST /api/bottom/news/{id}/click': {
    summary: 'Counts that a reader opened a piece of news; answers the count.',
    access: 'public',
    params: z.object({ id }),
    data: z.object({ comments: z.number() }),
    perMinute: 60,
  },
  'GET /api/home/seo/seoIndex/{id}': {
    summary: 'Search texts of a page by its key; empty where the operator wrote none.',
    access: 'public',
    params: z.object({ id: z.string().max(60) }),
    data: SeoTexts,
  },
})

type ContentCalls = typeof contentContract
declare module '#browser/calls.ts' {
  interface Calls extends ContentCalls {}
}
