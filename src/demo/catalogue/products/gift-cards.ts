import { at, pointCards, regionNotice, sku, text } from '../authoring.ts'
import type { DemoProduct } from '../types.ts'

const psn = {
  activation: 'playstation',
  developer: 'Sony Interactive Entertainment',
  releasedOn: '2008-03-01',
  genres: [],
  languages: [],
} satisfies Partial<DemoProduct>

export const playstationCards = pointCards('playstation-cards', [
  {
    ...psn,
    slug: 'playstation-gift-card-united-states',
    name: text(
      'PlayStation Gift Card (United States)',
      'PlayStation 礼品卡（美国）',
      'بطاقة بلايستيشن (الولايات المتحدة)',
    ),
    explanation: 'Wallet money for the US PlayStation Store',
    description:
      'Buys games, add-ons and memberships in the United States store. The balance belongs to the account that redeems it and stays there.',
    popularity: 94,
    confirm: regionNotice('united-states'),
    skus: [
      sku(['ps5', 'ps4'], 'united-states', [at('latchkey', 10.4, 40), at('tidewater', 10.35, 20)], {
        denomination: '$10',
      }),
      sku(['ps5', 'ps4'], 'united-states', [at('latchkey', 25.6, 40), at('tidewater', 25.5, 18)], {
        denomination: '$25',
      }),
      sku(['ps5', 'ps4'], 'united-states', [at('latchkey', 50.9, 30)], { denomination: '$50' }),
      sku(['ps5', 'ps4'], 'united-states', [at('latchkey', 75.9, 12)], { denomination: '$75' }),
      sku(['ps5', 'ps4'], 'united-states', [at('latchkey', 101.5, 15), at('orbit-nine', 101.2, 6)], {
        denomination: '$100',
      }),
    ],
  },
  {
    ...psn,
    slug: 'playstation-gift-card-germany',
    name: text('PlayStation Gift Card (Germany)', 'PlayStation 礼品卡（德国）', 'بطاقة بلايستيشن (ألمانيا)'),
    explanation: 'Wallet money in euros for the German PlayStation Store',
    description:
      'Adds the printed amount to an account registered in Germany. Works on both current consoles and in the web store.',
    popularity: 72,
    confirm: regionNotice('germany'),
    skus: [
      sku(['ps5', 'ps4'], 'germany', [at('latchkey', 11.9, 25)], { denomination: '€10' }),
      sku(['ps5', 'ps4'], 'germany', [at('latchkey', 23.6, 25), at('mistral', 23.4, 12)], { denomination: '€20' }),
      sku(['ps5', 'ps4'], 'germany', [at('latchkey', 58.7, 16)], { denomination: '€50' }),
    ],
  },
  {
    ...psn,
    slug: 'playstation-gift-card-united-kingdom',
    name: text(
      'PlayStation Gift Card (United Kingdom)',
      'PlayStation 礼品卡（英国）',
      'بطاقة بلايستيشن (المملكة المتحدة)',
    ),
    explanation: 'Wallet money in pounds for the UK PlayStation Store',
    description:
      'For accounts registered in the United Kingdom. Cards can be added up, so two small ones buy a large game.',
    popularity: 63,
    confirm: regionNotice('united-kingdom'),
    skus: [
      sku(['ps5', 'ps4'], 'united-kingdom', [at('latchkey', 13.7, 14)], { denomination: '£10' }),
      sku(['ps5', 'ps4'], 'united-kingdom', [at('kestrel', 33.9, 12)], { denomination: '£25' }),
      sku(['ps5', 'ps4'], 'united-kingdom', [at('kestrel', 67.5, 5), at('latchkey', 67.9, 6)], { denomination: '£50' }),
    ],
  },
  {
    ...psn,
    slug: 'playstation-gift-card-saudi-arabia',
    name: text('PlayStation Gift Card (Saudi Arabia)', 'PlayStation 礼品卡（沙特）', 'بطاقة بلايستيشن (السعودية)'),
    explanation: 'Wallet money in US dollars for the Saudi PlayStation Store',
    description:
      'For accounts registered in Saudi Arabia, whose store counts in US dollars. Redeem on the console, in the app or on the web.',
    popularity: 68,
    confirm: regionNotice('saudi-arabia'),
    skus: [
      sku(['ps5', 'ps4'], 'saudi-arabia', [at('latchkey', 10.6, 20)], { denomination: '$10' }),
      sku(['ps5', 'ps4'], 'saudi-arabia', [at('latchkey', 21.0, 20), at('orbit-nine', 20.8, 10)], {
        denomination: '$20',
      }),
      sku(['ps5', 'ps4'], 'saudi-arabia', [at('orbit-nine', 52.1, 8)], { denomination: '$50' }),
    ],
  },
])

const xbox = {
  activation: 'xbox',
  developer: 'Microsoft',
  releasedOn: '2013-08-26',
  genres: [],
  languages: [],
} satisfies Partial<DemoProduct>

export const xboxCards = pointCards('xbox-cards', [
  {
    ...xbox,
    slug: 'xbox-gift-card-united-states',
    name: text('Xbox Gift Card (United States)', 'Xbox 礼品卡（美国）', 'بطاقة إكس بوكس (الولايات المتحدة)'),
    explanation: 'Microsoft account money in US dollars',
    description: 'Spend it on console and PC games, films or hardware in the Microsoft Store. It does not expire.',
    popularity: 83,
    confirm: regionNotice('united-states'),
    skus: [
      sku(['xbox-series', 'xbox-one', 'microsoft-store'], 'united-states', [at('latchkey', 5.2, 40)], {
        denomination: '$5',
      }),
      sku(
        ['xbox-series', 'xbox-one', 'microsoft-store'],
        'united-states',
        [at('latchkey', 10.2, 40), at('tidewater', 10.1, 20)],
        { denomination: '$10' },
      ),
      sku(['xbox-series', 'xbox-one', 'microsoft-store'], 'united-states', [at('latchkey', 25.2, 30)], {
        denomination: '$25',
      }),
      sku(
        ['xbox-series', 'xbox-one', 'microsoft-store'],
        'united-states',
        [at('latchkey', 50.2, 20), at('orbit-nine', 49.9, 8)],
        { denomination: '$50' },
      ),
    ],
  },
  {
    ...xbox,
    slug: 'xbox-gift-card-europe',
    name: text('Xbox Gift Card (Euro)', 'Xbox 礼品卡（欧元）', 'بطاقة إكس بوكس (يورو)'),
    explanation: 'Microsoft account money in euros',
    description: 'For accounts in countries that pay in euros. One code, any mix of games, passes and accessories.',
    popularity: 65,
    skus: [
      sku(['xbox-series', 'xbox-one', 'microsoft-store'], 'euro-area', [at('latchkey', 11.7, 30)], {
        denomination: '€10',
      }),
      sku(
        ['xbox-series', 'xbox-one', 'microsoft-store'],
        'euro-area',
        [at('latchkey', 29.2, 20), at('mistral', 28.9, 11)],
        { denomination: '€25' },
      ),
      sku(['xbox-series', 'xbox-one', 'microsoft-store'], 'euro-area', [at('mistral', 57.9, 7)], {
        denomination: '€50',
      }),
    ],
  },
  {
    ...xbox,
    slug: 'xbox-gift-card-turkey',
    name: text('Xbox Gift Card (Turkish Lira)', 'Xbox 礼品卡（土耳其里拉）', 'بطاقة إكس بوكس (ليرة تركية)'),
    explanation: 'Microsoft account money in lira, for accounts in Turkey',
    description:
      'Adds lira to an account whose country is Turkey. Check the country in the account settings before you buy.',
    popularity: 52,
    confirm: regionNotice('turkey'),
    skus: [
      sku(['xbox-series', 'xbox-one', 'microsoft-store'], 'turkey', [at('half-moon', 3.6, 20)], {
        denomination: '₺100',
      }),
      sku(['xbox-series', 'xbox-one', 'microsoft-store'], 'turkey', [at('half-moon', 8.8, 14)], {
        denomination: '₺250',
      }),
    ],
  },
])

const eshop = {
  activation: 'nintendo',
  developer: 'Nintendo',
  releasedOn: '2017-03-03',
  genres: [],
  languages: [],
} satisfies Partial<DemoProduct>

export const nintendoCards = pointCards('nintendo-cards', [
  {
    ...eshop,
    slug: 'nintendo-eshop-card-united-states',
    name: text(
      'Nintendo eShop Card (United States)',
      '任天堂 eShop 充值卡（美国）',
      'بطاقة نينتندو eShop (الولايات المتحدة)',
    ),
    explanation: 'Balance for the US eShop',
    description:
      'Games, demos that turned into games, and the extra courses you swore you did not need. For accounts set to the United States.',
    popularity: 78,
    confirm: regionNotice('united-states'),
    skus: [
      sku(['switch', 'switch-2'], 'united-states', [at('latchkey', 10.6, 30)], { denomination: '$10' }),
      sku(['switch', 'switch-2'], 'united-states', [at('latchkey', 20.9, 25), at('tidewater', 20.8, 12)], {
        denomination: '$20',
      }),
      sku(['switch', 'switch-2'], 'united-states', [at('latchkey', 36.4, 12)], { denomination: '$35' }),
      sku(['switch', 'switch-2'], 'united-states', [at('tidewater', 51.5, 10)], { denomination: '$50' }),
    ],
  },
  {
    ...eshop,
    slug: 'nintendo-eshop-card-europe',
    name: text('Nintendo eShop Card (Euro)', '任天堂 eShop 充值卡（欧元）', 'بطاقة نينتندو eShop (يورو)'),
    explanation: 'Balance for eShops that count in euros',
    description: 'Redeem on the console or on the web. Both the older and the newer Switch take it.',
    popularity: 66,
    skus: [
      sku(['switch', 'switch-2'], 'euro-area', [at('latchkey', 17.8, 20)], { denomination: '€15' }),
      sku(['switch', 'switch-2'], 'euro-area', [at('latchkey', 29.4, 16), at('mistral', 29.1, 9)], {
        denomination: '€25',
      }),
      sku(['switch', 'switch-2'], 'euro-area', [at('mistral', 58.2, 6)], { denomination: '€50' }),
    ],
  },
  {
    ...eshop,
    slug: 'nintendo-eshop-card-japan',
    name: text('Nintendo eShop Card (Japan)', '任天堂 eShop 充值卡（日本）', 'بطاقة نينتندو eShop (اليابان)'),
    explanation: 'Balance in yen for the Japanese eShop',
    description:
      'For accounts set to Japan, where some games come earlier and some only come at all. The console’s language does not matter.',
    popularity: 61,
    confirm: regionNotice('japan'),
    skus: [
      sku(['switch', 'switch-2'], 'japan', [at('orbit-nine', 7.2, 20)], { denomination: '¥1,000' }),
      sku(['switch', 'switch-2'], 'japan', [at('orbit-nine', 20.9, 16), at('latchkey', 21.2, 10)], {
        denomination: '¥3,000',
      }),
      sku(['switch', 'switch-2'], 'japan', [at('orbit-nine', 34.5, 8)], { denomination: '¥5,000' }),
    ],
  },
])
