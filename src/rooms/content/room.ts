// What the operator writes: the shop's pages, news, banners, how a key is activated, and the facts about the shop that stand everywhere.
import { DEFAULT_SHOP_NAME } from '#platform/config.ts'
import { LOCALES, type Offered } from '#platform/i18n/locales.ts'
import { defineRoom } from '#platform/room.ts'
import { type Variables, valuesOf, webUrl } from '#platform/variables.ts'
import { picturesRoom } from '#rooms/pictures/room.ts'
import { contentCalls } from './api.ts'
import { bannerSubject, followClock } from './banner-store.ts'
import { memberSiteResponders, otherMemberSite } from './member-site.ts'
import { bannerPicture, newsPicture, WIDE_SHAPE } from './pictures.ts'
import { newsFeed } from './rss.ts'
import { BANNER_WIDTHS, LEGAL_PAGES, NEWS_WIDTHS } from './rules.ts'
import { sellerIn } from './seller.ts'
import { ALWAYS_OPEN, ANSWER_DAYS, SETTINGS, SINCE } from './settings.ts'
import { createSiteTexts } from './site-texts.ts'
import { filledTypes, newsSubject } from './store.ts'

const VARIABLES: Variables<{ MEMBER_SITE_URL: string | undefined }> = {
  name: 'content',
  shape: { MEMBER_SITE_URL: webUrl.optional() },
  together: [],
  refusals: () => [],
}

export const contentRoom = defineRoom({
  name: 'content',
  needs: { pictures: picturesRoom },
  settings: SETTINGS,
  variables: () => VARIABLES,
  open({ db, config, identity, languages, listener, origin, settings }, { pictures }) {
    const memberSite = otherMemberSite(valuesOf(config, VARIABLES).MEMBER_SITE_URL, config.publicUrl)
    const seller = sellerIn(settings)
    const siteTexts = createSiteTexts(db, {
      chosenEmail: identity.supportEmail,
      seller,
      supportEmail: config.supportEmail,
      memberSite,
    })
    const site = () => ({
      name: identity.name(),
      answerDays: settings.read(ANSWER_DAYS),
      alwaysOpen: settings.read(ALWAYS_OPEN),
      since: settings.read(SINCE),
      ...chosenLanguages(languages()),
    })
    listener.on('pages', (tags) => {
      if (!tags || tags.split(',').includes('content')) siteTexts.forget()
    })
    pictures.drawFirst(async () =>
      (await siteTexts.banners()).map(({ id }) => ({ kind: 'banners', id, width: BANNER_WIDTHS.at(-1)! })),
    )
    return {
      hands: { siteTexts, site },
      calls: contentCalls(db, siteTexts),
      ticks: [{ name: 'content.banners', everyMs: 1_000, run: async () => void (await followClock(db)) }],
      responders: [
        { prefix: '/news/rss.xml', answer: newsFeed({ db, shopName: identity.name, origin, languages }) },
        ...memberSiteResponders(memberSite),
      ],
      pages: { site, mixedCase: ['/newsInfo'] },
      declares: {
        firstSteps: {
          name: () => site().name !== DEFAULT_SHOP_NAME,
          seller: () => seller() !== undefined,
          legal: async () => (await filledTypes(db, LEGAL_PAGES)).length === LEGAL_PAGES.length,
        },
        pictures: {
          banners: {
            widths: BANNER_WIDTHS,
            shape: WIDE_SHAPE,
            async find(id, mirrored) {
              const subject = await bannerSubject(db, id)
              return subject && bannerPicture(id, subject, mirrored)
            },
          },
          news: {
            widths: NEWS_WIDTHS,
            shape: WIDE_SHAPE,
            async find(id, mirrored) {
              const subject = await newsSubject(db, id)
              return subject && newsPicture(id, subject, mirrored)
            },
          },
        },
      },
    }
  },
})

/** Not said where nothing was chosen: it stands in every page. */
const chosenLanguages = ({ locales, first }: Offered) => ({
  ...(locales.length < LOCALES.length && { languages: locales.map(({ code }) => code) }),
  ...(first !== locales[0] && { language: first.code }),
})
