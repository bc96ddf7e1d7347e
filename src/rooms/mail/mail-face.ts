// Who writes the shop's mails: its name and mark, and the seller as the contact page names him.
import type { SiteFacts } from '#platform/request-scope.ts'
import type { WebsiteShell } from '#rooms/content/contract.ts'
import { type SiteTexts, sellerLines } from '#rooms/content/hands.ts'
import type { MailFace } from './mail-page.ts'

/** The terms, by the specification's number of that page. */
const TERMS = 1

interface MailFaceOptions {
  siteTexts: SiteTexts
  shopName: () => string
  site: () => SiteFacts
  accent: () => MailFace['accent']
  origin: () => string
  replyTo: () => string | undefined
}

export function mailFace({ siteTexts, shopName, site, accent, origin, replyTo }: MailFaceOptions) {
  const sellerOf = (company: string | null) => {
    const named = siteTexts.seller()
    return named ? sellerLines(named) : (company?.split(/\s*\n\s*/) ?? [])
  }
  const faceIn = ({ email, company, phone, hours, pages }: WebsiteShell): MailFace => ({
    shopName: shopName(),
    supportEmail: email,
    replyTo: replyTo() ?? email,
    promise: site(),
    logo: site().logo?.light,
    accent: accent(),
    origin: origin(),
    seller: [...sellerOf(company), phone, hours].filter((line): line is string => Boolean(line)),
    hasVatId: Boolean(siteTexts.seller()?.vatId),
    terms: pages.includes(TERMS),
  })
  return {
    in: async (locale: string) => faceIn(await siteTexts.shell(locale)),
    /** At once, for who must not wait for another connection; undefined when the texts are not in memory. */
    now(locale: string): MailFace | undefined {
      const shell = siteTexts.shellNow(locale)
      return shell && faceIn(shell)
    },
  }
}
