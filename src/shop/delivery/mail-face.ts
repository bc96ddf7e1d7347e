// Who writes the shop's mails: its name and mark, and the seller as the contact page names him.
import type { Config } from '#platform/config.ts'
import type { SiteFacts } from '#platform/request-scope.ts'
import type { SiteTexts } from '#shop/content/site-texts.ts'
import type { MailFace } from './mail-page.ts'

/** The terms, by the specification's number of that page. */
const TERMS = 1

interface MailFaceOptions {
  siteTexts: SiteTexts
  config: Pick<Config, 'shopName'>
  site: () => SiteFacts
  origin: () => string
}

export function mailFace({ siteTexts, config, site, origin }: MailFaceOptions) {
  return async (locale: string): Promise<MailFace> => {
    const { email, company, phone, hours, pages } = await siteTexts.shell(locale)
    return {
      shopName: config.shopName,
      supportEmail: email,
      promise: site(),
      origin: origin(),
      seller: [...(company?.split(/\s*\n\s*/) ?? []), phone, hours].filter((line): line is string => Boolean(line)),
      terms: pages.includes(TERMS),
    }
  }
}
