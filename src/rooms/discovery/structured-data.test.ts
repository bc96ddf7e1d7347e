import { describe, expect, test } from 'vitest'
import { USD_RATE } from '#platform/money.ts'
import type { ProductDetail } from '#rooms/products/wire.ts'
import { faultsOf } from './structured-data.testing.ts'
import {
  breadcrumbs,
  graph,
  newsArticle,
  type PageFacts,
  product,
  productList,
  shop,
  site,
  webPage,
} from './structured-data.ts'

const PAGE: PageFacts = {
  origin: 'https://shop.example',
  url: 'https://shop.example/rpg-games/star-road?lang=de',
  title: 'Star Road kaufen',
  description: 'Ein Spiel.',
  tag: 'de',
}
const IMAGE = 'https://shop.example/media/og/products/7-0123456789.jpg'
const NO_RATINGS = { average: null, count: 0, stars: [0, 0, 0, 0, 0], reviews: [] }
const EUR = { currency: 'EUR', exchange: { rate: 92_000_000n, unit: 1 } }

const DETAIL: ProductDetail = {
  info: {
    id: 7, classId: 3, parentClassId: 1, name: 'Star Road', img: '/media/products/7-0123456789/480.webp', shared: 'abcdef0123', type: '0',
    keyType: '0', categorySlug: 'rpg-games', slug: 'star-road', explanation: 'Short.', description: 'Line one.\n\nLine two.',
    explanationLanguage: 'en-US', descriptionLanguage: 'en-US',
    developer: 'Northlight', releasedOn: '2024-03-01', isConfirm: false, confirmTitle: '', confirmContent: '',
    superClassName: 'PC-Spiele', superClassUrlName: 'pc-games', ancestors: [{ name: 'PC-Spiele', slug: 'pc-games' }], className: 'Rollenspiele',
    publisher: null, extImg: null, seoTitle: '', seoKeywords: '', seoDescription: '',
  },
  plat_info: '', region_info: '', language_info: '', theme_info: '', plat_img_list: [], region_img_list: [], language_img_list: [],
  promoted: { id: 11, skuCode: 'STAR-STEAM', stock: 4, stockIsMore: false },
  skus: [sku(11, 'STAR-STEAM'), sku(12, 'STAR-XBOX')],
  offers: [offer(1, 11, 19.99, 4, true), offer(2, 12, 24.5, 0, false)],
  lowPrice: 19.99,
  activation: [],
  screenshots: [],
  ratings: NO_RATINGS,
} // biome-ignore format: one product, as the call answers it

function sku(id: number, skuCode: string) {
  return {
    id, skuCode, edition: null, denomination: null, img: null, platforms: [], region: null, countries: null, stock: 1, stockIsMore: false, lowPrice: 1, guide: null,
  } // biome-ignore format: a list of nothings
}

function offer(id: number, skuId: number, price: number, stock: number, isShop: boolean) {
  return {
    id,
    skuId,
    userName: isShop ? 'Latchkey' : 'Kestrel',
    memberName: 'x',
    isShop,
    price,
    stock,
    stockIsMore: false,
    instant: true,
    reduction: null,
  }
}

const nodeOf = (detail: ProductDetail, pricing = EUR) =>
  product(detail, { origin: PAGE.origin, url: PAGE.url, image: IMAGE, ratings: detail.ratings }, pricing)

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was made
const inside = (node: unknown) => node as any

const pageOf = (node: ReturnType<typeof nodeOf>) =>
  graph([
    webPage(PAGE, 'ItemPage'),
    breadcrumbs([
      { name: 'Start', url: 'https://shop.example/?lang=de' },
      { name: 'Star Road', url: PAGE.url },
    ]),
    node,
  ])

describe('a product', () => {
  test('is told with its offers, in the currency and at the rounding of its page', () => {
    const node = nodeOf(DETAIL)
    expect(faultsOf(pageOf(node), 'product')).toEqual([])
    expect(node).toMatchObject({
      name: 'Star Road',
      description: 'Line one. Line two.',
      category: 'PC-Spiele > Rollenspiele',
      sku: 'STAR-STEAM',
      offers: {
        priceCurrency: 'EUR',
        lowPrice: '18.39',
        highPrice: '22.54',
        offerCount: 2,
        availability: 'https://schema.org/InStock',
        offers: [
          { price: '18.39', sku: 'STAR-STEAM', seller: { '@id': 'https://shop.example/#shop' } },
          {
            price: '22.54',
            availability: 'https://schema.org/OutOfStock',
            url: `${PAGE.url}&sku=12`,
            seller: { '@type': 'Organization', name: 'Kestrel' },
          },
        ],
      },
    })
    expect(node).not.toHaveProperty('aggregateRating')
  })

  test('is told with the picture that its page shows, and none on another host', () => {
    const info = { ...DETAIL.info, extImg: 'https://supplier.example/p.png' }
    expect(nodeOf({ ...DETAIL, info })).toMatchObject({ image: IMAGE })
    const [img, full] = ['/media/screenshots/3-0123456789/960.webp', '/media/screens/3-0123456789/1920.webp']
    const screenshots = [{ img, full, width: 1920, height: 1080, alt: null, altLanguage: 'en-US' }]
    expect(nodeOf({ ...DETAIL, screenshots })).toMatchObject({ image: [IMAGE, `https://shop.example${full}`] })
  })

  test('is told with its ratings and at most five reviews', () => {
    const review = {
      id: 1,
      fillName: 'Maya',
      content: 'Good.',
      score: 4,
      locale: 'de',
      verified: true,
      createTime: '2026-01-02T03:04:05.678Z',
    }
    const reviews = Array.from({ length: 6 }, (_, n) => ({ ...review, id: n + 1 }))
    const node = nodeOf({ ...DETAIL, ratings: { average: 4.38, count: 13, stars: [0, 1, 1, 3, 8], reviews } })
    expect(faultsOf(pageOf(node), 'product')).toEqual([])
    expect(node).toMatchObject({ aggregateRating: { ratingValue: 4.38, reviewCount: 13 } })
    expect(inside(node).review).toHaveLength(5)
  })

  test('without an offer and without a rating is not told of, with a rating alone it is', () => {
    const bare = { ...DETAIL, offers: [], lowPrice: null, promoted: null }
    expect(nodeOf(bare)).toBeUndefined()
    const rated = nodeOf({ ...bare, ratings: { ...NO_RATINGS, average: 5, count: 1, reviews: [] } })
    expect(rated).not.toHaveProperty('offers')
    expect(rated).toHaveProperty('aggregateRating')
  })

  test('that is sold out says so, and a long list of offers is cut but counted', () => {
    const offers = Array.from({ length: 45 }, (_, n) => offer(n + 1, 11, 10 + n, 0, false))
    const node = nodeOf({ ...DETAIL, offers, lowPrice: 10 }, { currency: 'USD', exchange: { rate: USD_RATE, unit: 1 } })
    expect(faultsOf(pageOf(node), 'product')).toEqual([])
    expect(node).toMatchObject({
      offers: { availability: 'https://schema.org/OutOfStock', offerCount: 45, lowPrice: '10.00', highPrice: '54.00' },
    })
    expect(inside(node).offers.offers).toHaveLength(20)
  })
})

test('a list counts on where the page before it ended', () => {
  const cards = [
    { name: 'A', categorySlug: 'games', slug: 'a' },
    { name: 'B', categorySlug: 'games', slug: 'b' },
  ]
  const list = productList('Games', cards, (path) => `https://shop.example${path}?lang=de`, { total: 62, first: 21 })
  expect(list).toMatchObject({
    numberOfItems: 62,
    itemListElement: [{ position: 21, url: 'https://shop.example/games/a?lang=de' }, { position: 22 }],
  })
})

test('the home page tells of the shop, how to reach it and how to search it', () => {
  const website = {
    email: 'help@shop.example',
    phone: null,
    company: 'Latchkey Ltd',
    legal: false,
    social: [{ name: 'X', url: 'https://x.com/l' }],
  }
  const home = graph([
    webPage({ ...PAGE, url: 'https://shop.example/' }),
    site(PAGE, 'Latchkey'),
    shop(PAGE, {
      name: 'Latchkey',
      logo: `${PAGE.origin}/media/icons/512.png`,
      shell: website,
    }),
    productList('Best sellers', [{ name: 'A', categorySlug: 'games', slug: 'a' }], (path) => PAGE.origin + path),
  ])
  expect(faultsOf(home, 'home')).toEqual([])
  // In which languages support answers, nobody has said.
  expect(JSON.stringify(home)).not.toContain('availableLanguage')
})

test('a piece of news is told with its picture, date and author', () => {
  const news = { title: 'Sale', abstractInfo: 'All week.', author: 'Latchkey', createTime: '2026-01-02T03:04:05.000Z' }
  const page = graph([
    webPage(PAGE),
    breadcrumbs([
      { name: 'Home', url: 'https://shop.example/' },
      { name: 'Sale', url: PAGE.url },
    ]),
    newsArticle(news, { ...PAGE, image: IMAGE }),
  ])
  expect(faultsOf(page, 'news')).toEqual([])
})

describe('the judge of all this', () => {
  const good = () => structuredClone(pageOf(nodeOf(DETAIL))) as { '@graph': Record<string, unknown>[] }

  test.each<[string, (data: ReturnType<typeof good>) => void]>([
    ['a misspelt property', (data) => (data['@graph'][2]!.availabilty = 'InStock')],
    ['a missing price', (data) => delete (data['@graph'][2]!.offers as Record<string, unknown>).lowPrice],
    ['a price with a symbol', (data) => ((data['@graph'][2]!.offers as Record<string, unknown>).lowPrice = '€ 18.39')],
    ['an address without a host', (data) => (data['@graph'][2]!.image = '/media/x.jpg')],
    [
      'crumbs that skip a place',
      (data) => ((data['@graph'][1]!.itemListElement as { position: number }[])[1]!.position = 3),
    ],
    ['an unknown node', (data) => (data['@graph'][2]!['@type'] = 'Gadget')],
    ['a missing node', (data) => data['@graph'].pop()],
  ])('finds %s', (_, spoil) => {
    const data = good()
    spoil(data)
    expect(faultsOf(data, 'product')).not.toEqual([])
  })
})
