// What the operator writes: the shop's pages, news, banners, how a key is activated, and the facts about the shop that stand everywhere.
import { DEFAULT_SHOP_NAME } from '#platform/config.ts'
import { keep } from '#platform/database/kept.ts'
import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { LOCALES, type Offered } from '#platform/i18n/locales.ts'
import { defineRoom } from '#platform/room.ts'
import { type Variables, valuesOf, webUrl } from '#platform/variables.ts'
import { picturesRoom } from '#rooms/pictures/room.ts'
import { previewsRoom } from '#rooms/previews/room.ts'
import { contentCalls } from './api.ts'
import { bannerSubject, bannerTitles, followClock, isBannerOut } from './banner-store.ts'
import { COLOUR_SHEETS, createColours } from './colours.ts'
import { isSquare, logoFacts, logoPicture } from './logo.ts'
import { logoRows } from './logo-store.ts'
import { memberSiteResponders, otherMemberSite } from './member-site.ts'
import { bannerPicture, newsPicture, WIDE_SHAPE } from './pictures.ts'
import { newsFeed } from './rss.ts'
import { BANNER_WIDTHS, LEGAL_PAGES, NEWS_WIDTHS } from './rules.ts'
import { sellerIn } from './seller.ts'
import { ALWAYS_OPEN, ANSWER_DAYS, COLOUR, SETTINGS, SINCE } from './settings.ts'
import { createSiteTexts } from './site-texts.ts'
import { isNewsOut, newsSubject, writtenTypes } from './store.ts'

const VARIABLES: Variables<{ MEMBER_SITE_URL: string | undefined }> = {
  name: 'content',
  shape: { MEMBER_SITE_URL: webUrl.optional() },
  setTogether: [],
  refusals: () => [],
}

/** NOTIFY of this channel: the logo is another one. */
const LOGO_CHANNEL = 'logo'

export const contentRoom = defineRoom({
  name: 'content',
  needs: { pictures: picturesRoom, previews: previewsRoom },
  settings: SETTINGS,
  channels: [LOGO_CHANNEL],
  variables: () => VARIABLES,
  async open({ db, config, identity, languages, listener, log, dropPages, origin, settings }, { pictures, previews }) {
    const logos = await keep({
      ...{ name: 'the logo', listener, channel: LOGO_CHANNEL, log },
      read: () => logoRows(db),
      onChange: () => dropPages([ALL_PAGES]),
    })
    const memberSite = otherMemberSite(valuesOf(config, VARIABLES).MEMBER_SITE_URL, config.publicUrl)
    const seller = sellerIn(settings)
    const siteTexts = createSiteTexts(db, {
      chosenEmail: identity.supportEmail,
      seller,
      supportEmail: config.supportEmail,
      memberSite,
    })
    const perMinute = config.rendersPerMinute
    const colours = createColours(() => settings.read(COLOUR))
    const site = () => ({
      name: identity.name(),
      answerDays: settings.read(ANSWER_DAYS),
      alwaysOpen: settings.read(ALWAYS_OPEN),
      since: settings.read(SINCE),
      logo: logoFacts(logos.now),
      ...colours.facts(),
      ...chosenLanguages(languages()),
    })
    listener.on('pages', (tags) => {
      if (!tags || tags.split(',').includes('content')) siteTexts.forget()
    })
    pictures.drawFirst(async () =>
      (await siteTexts.banners()).map(({ id }) => ({ kind: 'banners', id, width: BANNER_WIDTHS.at(-1)! })),
    )
    return {
      hands: {
        ...{ siteTexts, site },
        /** The colours of mails. */
        accent: colours.accent,
        /** Of the one for light grounds, if it is square; undefined: the drawn mark is the icon. */
        squareLogo: () => logos.now.find((row) => row.place === 'light' && isSquare(row))?.pictureId,
        logoUpload: () => logos.now.find(({ place }) => place === 'light')?.pictureId,
      },
      calls: contentCalls(db, siteTexts, previews),
      ticks: [{ name: 'content.banners', everyMs: 1_000, run: async () => void (await followClock(db)) }],
      responders: [
        { prefix: '/news/rss.xml', answer: newsFeed({ db, shopName: identity.name, origin, languages, perMinute }) },
        ...memberSiteResponders(memberSite),
        COLOUR_SHEETS,
      ],
      pages: { site, mixedCase: ['/newsInfo'] },
      declares: {
        subjectNames: { banner: bannerTitles },
        firstSteps: {
          name: () => site().name !== DEFAULT_SHOP_NAME,
          seller: () => seller() !== undefined,
          legal: async () => (await writtenTypes(db, LEGAL_PAGES)).length === LEGAL_PAGES.length,
        },
        pictures: {
          banners: {
            widths: BANNER_WIDTHS,
            shape: WIDE_SHAPE,
            async find(id, mirrored) {
              const subject = await bannerSubject(db, id)
              return subject && bannerPicture(id, subject, mirrored)
            },
            isOut: (id) => isBannerOut(db, id),
          },
          logo: {
            widths: [160, 320, 640],
            shape: null,
            staysClear: true,
            find: async (id) => logoPicture(logos.now, id),
          },
          news: {
            widths: NEWS_WIDTHS,
            shape: WIDE_SHAPE,
            async find(id, mirrored) {
              const subject = await newsSubject(db, id)
              return subject && newsPicture(id, subject, mirrored)
            },
            isOut: (id) => isNewsOut(db, id),
          },
        },
      },
      close: logos.close,
    }
  },
})

/** Not said where nothing was chosen: it stands in every page. */
const chosenLanguages = ({ locales, first }: Offered) => ({
  ...(locales.length < LOCALES.length && { languages: locales.map(({ code }) => code) }),
  ...(first !== locales[0] && { language: first.code }),
})
