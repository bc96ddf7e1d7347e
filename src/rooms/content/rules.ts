// What the numbers of website info mean (specification §2; 18 and 19 are ours), and small pure rules about them.

export const PRIVACY_PAGE = { type: 2, name: 'privacy', path: '/privacy-policy' } as const

/** Content pages in the order of their menu. `name` is their key in the interface's words. */
export const CONTENT_PAGES = [
  { type: 4, name: 'about', path: '/about-us' },
  { type: 5, name: 'contact', path: '/contact-us' },
  { type: 16, name: 'shipping', path: '/shipping' },
  { type: 3, name: 'refunds', path: '/refund-policy' },
  { type: 1, name: 'conditions', path: '/condition' },
  PRIVACY_PAGE,
  { type: 6, name: 'affiliate', path: '/affiliate' },
  { type: 18, name: 'accessibility', path: '/accessibility' },
] as const

/** Without conditions, privacy, refunds and a way to reach it no shop may sell. */
export const LEGAL_PAGES: readonly number[] = [1, PRIVACY_PAGE.type, 3, 5]

export type ContentPageName = (typeof CONTENT_PAGES)[number]['name']

export const PAGE_TYPES: readonly number[] = CONTENT_PAGES.map(({ type }) => type)

export const ITEM = { email: 11, chat: 12, hours: 13, phone: 15, company: 17, tracking: 19 } as const

/** What the operator changes of these in the office, each by its name there. The company is the legal seller's (seller.ts). */
export const CONTACT_ITEMS = {
  phone: ITEM.phone,
  hours: ITEM.hours,
  chat: ITEM.chat,
  social1: 7,
  social2: 8,
  social3: 9,
  social4: 10,
  tracking: ITEM.tracking,
} as const

export type ContactItem = keyof typeof CONTACT_ITEMS

/** A telephone number as people write it. */
export const PHONE = /^\+?[\d ()/.-]{5,30}$/

/** In the order in which they are shown. */
export const SOCIAL_ITEMS: readonly number[] = [7, 8, 9, 10]

/** Specification §7. */
export const SEO_KEYS = [
  'page_home',
  'page_login',
  'page_member_changepwd',
  'page_pay_success',
  'page_pay_paypal',
  'page_pay_bill',
  'page_product_list',
  'page_checkout',
] as const

export type SeoKey = (typeof SEO_KEYS)[number]

/** In which widths their pictures are made, in pixels. */
export const NEWS_WIDTHS = [420, 840, 1260, 1680] as const
export const BANNER_WIDTHS = [840, 1260, 1680] as const

/** Specification §9. */
export const NEWS_PAGE_SIZE = 12

/** The address if a browser may be sent there: http or https; otherwise null. */
export function webAddress(text: string | undefined): string | null {
  const url = text ? URL.parse(text.trim()) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}

// Whose own spelling a capital letter does not give.
const SPELLED: Record<string, string> = {
  bsky: 'Bluesky',
  linkedin: 'LinkedIn',
  t: 'Telegram',
  tiktok: 'TikTok',
  vk: 'VK',
  youtu: 'YouTube',
  youtube: 'YouTube',
}

/** What a network is called, by its address: `https://www.youtube.com/@latchkey` is YouTube. */
export function networkName(address: string): string {
  const label = new URL(address).hostname.split('.').at(-2) ?? ''
  if (Object.hasOwn(SPELLED, label)) return SPELLED[label]!
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** So many banners the home page has at most (specification §9). */
export const BANNERS_AT_ONCE = 6

/** How long a banner's texts and its address may be, in characters. */
export const LONGEST_BANNER = { title: 120, line: 300, link: 500, seed: 60 } as const

/** Where a banner may lead: a path of the shop itself, or an https address elsewhere. */
export function isBannerLink(text: string): boolean {
  if (text.length > LONGEST_BANNER.link || !/^[!-~]+$/.test(text)) return false
  if (text.startsWith('/')) return /^\/(?![/\\])[^\\]*$/.test(text) && !/^\/(office|prod-api)(\/|$)/.test(text)
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === ''
}
