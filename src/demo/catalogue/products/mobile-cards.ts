import { at, pointCards, regionNotice, sku, text } from '../authoring.ts'

export const mobileCards = pointCards('mobile-cards', [
  {
    slug: 'apple-gift-card-united-states',
    name: text('Apple Gift Card (United States)', 'Apple 礼品卡（美国）', 'بطاقة آبل (الولايات المتحدة)'),
    explanation: 'One card for apps, music, storage and devices',
    description:
      'Adds the amount to an Apple Account whose country is the United States. Use it in the App Store, for subscriptions or towards hardware.',
    developer: 'Apple',
    releasedOn: '2020-07-01',
    popularity: 86,
    genres: [],
    languages: [],
    activation: 'apple',
    confirm: regionNotice('united-states'),
    skus: [
      sku('ios', 'united-states', [at('latchkey', 5.3, 40)], { denomination: '$5' }),
      sku('ios', 'united-states', [at('latchkey', 10.5, 40), at('orbit-nine', 10.4, 40)], { denomination: '$10' }),
      sku('ios', 'united-states', [at('latchkey', 25.9, 30), at('tidewater', 25.8, 11)], { denomination: '$25' }),
      sku('ios', 'united-states', [at('latchkey', 51.6, 18)], { denomination: '$50' }),
      sku('ios', 'united-states', [at('latchkey', 102.9, 9)], { denomination: '$100' }),
    ],
  },
  {
    slug: 'google-play-gift-code-united-states',
    name: text(
      'Google Play Gift Code (United States)',
      'Google Play 礼品码（美国）',
      'رمز Google Play (الولايات المتحدة)',
    ),
    explanation: 'Balance for apps, games and in-game purchases',
    description:
      'Redeem it in the Play Store of an account whose country is the United States. Good for subscriptions as well.',
    developer: 'Google',
    releasedOn: '2012-08-20',
    popularity: 81,
    genres: [],
    languages: [],
    activation: 'google-play',
    confirm: regionNotice('united-states'),
    skus: [
      sku('android', 'united-states', [at('latchkey', 10.4, 35)], { denomination: '$10' }),
      sku('android', 'united-states', [at('latchkey', 25.8, 24), at('tidewater', 25.7, 10)], { denomination: '$25' }),
      sku('android', 'united-states', [at('latchkey', 51.4, 12)], { denomination: '$50' }),
    ],
  },
  {
    slug: 'google-play-gift-code-turkey',
    name: text('Google Play Gift Code (Turkey)', 'Google Play 礼品码（土耳其）', 'رمز Google Play (تركيا)'),
    explanation: 'Play Store balance in Turkish lira',
    description:
      'For Google accounts whose country is Turkey. The balance pays for apps, passes and in-game purchases.',
    developer: 'Google',
    releasedOn: '2014-09-16',
    popularity: 51,
    genres: [],
    languages: [],
    activation: 'google-play',
    confirm: regionNotice('turkey'),
    skus: [
      sku('android', 'turkey', [at('half-moon', 3.4, 20)], { denomination: '₺100' }),
      sku('android', 'turkey', [at('half-moon', 8.4, 12), at('latchkey', 8.6, 8)], { denomination: '₺250' }),
    ],
  },
])
