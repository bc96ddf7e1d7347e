// What the operator writes: the shop's pages, news, how a key is activated, and the facts about the shop that stand everywhere.
import { defineRoom } from '#platform/room.ts'
import { catalogRoom } from '#rooms/products/room.ts'
import { contentCalls } from './api.ts'
import { newsFeed } from './rss.ts'
import { siteFactsOf } from './rules.ts'
import { createSiteTexts } from './site-texts.ts'

export const contentRoom = defineRoom({
  name: 'content',
  needs: { catalog: catalogRoom },
  open({ db, config, listener, origin }, { catalog: { catalogue } }) {
    const siteTexts = createSiteTexts(db, config.supportEmail)
    const site = () => siteFactsOf(config.shopName, catalogue.shelves.settings)
    listener.on('pages', (tags) => {
      if (!tags || tags.split(',').includes('content')) siteTexts.forget()
    })
    return {
      hands: { siteTexts, site },
      calls: contentCalls(db, siteTexts),
      responders: [{ prefix: '/news/rss.xml', answer: newsFeed({ db, shopName: config.shopName, origin }) }],
      pages: { site, mixedCase: ['/newsInfo'] },
    }
  },
})
