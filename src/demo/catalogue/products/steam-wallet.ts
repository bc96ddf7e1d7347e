import { at, pointCards, regionNotice, sku, text } from '../authoring.ts'
import type { DemoProduct } from '../types.ts'

const card = {
  activation: 'steam',
  developer: 'Valve',
  releasedOn: '2012-11-01',
  genres: [],
  languages: [],
} satisfies Partial<DemoProduct>

/** Steam sells the same card in several currencies; a code tops up any account, in the account's own currency. */
export const steamWallet = pointCards('steam-wallet', [
  {
    ...card,
    slug: 'steam-gift-card-usd',
    name: text('Steam Gift Card (US Dollar)', 'Steam 充值卡（美元）', 'بطاقة Steam (دولار أمريكي)'),
    explanation: 'Wallet code in US dollars for games, add-ons and market items',
    description:
      'The amount is added to your Steam Wallet as soon as you enter the code and does not expire. Accounts in another currency receive the value at the day’s exchange rate.',
    popularity: 98,
    skus: [
      sku('steam', 'united-states', [at('latchkey', 5.35, 40), at('tidewater', 5.4, 20)], { denomination: '$5' }),
      sku('steam', 'united-states', [at('latchkey', 10.6, 40), at('tidewater', 10.55, 25)], { denomination: '$10' }),
      sku('steam', 'united-states', [at('latchkey', 20.99, 40), at('tidewater', 20.9, 18)], { denomination: '$20' }),
      sku('steam', 'united-states', [at('latchkey', 51.9, 25), at('orbit-nine', 51.75, 9)], { denomination: '$50' }),
      sku('steam', 'united-states', [at('latchkey', 103.5, 15)], { denomination: '$100' }),
    ],
  },
  {
    ...card,
    slug: 'steam-gift-card-eur',
    name: text('Steam Gift Card (Euro)', 'Steam 充值卡（欧元）', 'بطاقة Steam (يورو)'),
    explanation: 'Wallet code in euros, ready to enter a minute after you pay',
    description:
      'Tops up a Steam Wallet by the printed amount. A neat present too: the code is not tied to anyone until it is entered.',
    popularity: 93,
    skus: [
      sku('steam', 'euro-area', [at('latchkey', 6.05, 35)], { denomination: '€5' }),
      sku('steam', 'euro-area', [at('latchkey', 11.95, 40), at('mistral', 11.9, 20)], { denomination: '€10' }),
      sku('steam', 'euro-area', [at('latchkey', 23.7, 40), at('mistral', 23.6, 15)], { denomination: '€20' }),
      sku('steam', 'euro-area', [at('latchkey', 58.9, 20)], { denomination: '€50' }),
      sku('steam', 'euro-area', [at('latchkey', 117.4, 10)], { denomination: '€100' }),
    ],
  },
  {
    ...card,
    slug: 'steam-gift-card-gbp',
    name: text('Steam Gift Card (Pound Sterling)', 'Steam 充值卡（英镑）', 'بطاقة Steam (جنيه إسترليني)'),
    explanation: 'Wallet code in pounds for accounts in the United Kingdom',
    description:
      'Enter the code in Steam and spend it on anything in the store. Works best on an account that shops in pounds; others are converted.',
    popularity: 70,
    skus: [
      sku('steam', 'united-kingdom', [at('latchkey', 13.9, 22)], { denomination: '£10' }),
      sku('steam', 'united-kingdom', [at('latchkey', 27.6, 18), at('kestrel', 27.5, 10)], { denomination: '£20' }),
      sku('steam', 'united-kingdom', [at('kestrel', 68.4, 6)], { denomination: '£50' }),
    ],
  },
  {
    ...card,
    slug: 'steam-gift-card-cny',
    name: text('Steam Gift Card (Chinese Yuan)', 'Steam 充值卡（人民币）', 'بطاقة Steam (يوان صيني)'),
    explanation: 'Wallet code in yuan for accounts in mainland China',
    description:
      'For accounts whose store is set to mainland China. The balance stays until it is spent, and partial purchases keep the rest.',
    popularity: 75,
    confirm: regionNotice('china'),
    skus: [
      sku('steam', 'china', [at('orbit-nine', 7.6, 30)], { denomination: '¥50' }),
      sku('steam', 'china', [at('orbit-nine', 14.9, 30), at('latchkey', 15.1, 20)], { denomination: '¥100' }),
      sku('steam', 'china', [at('orbit-nine', 29.6, 15)], { denomination: '¥200' }),
    ],
  },
  {
    ...card,
    slug: 'steam-gift-card-sar',
    name: text('Steam Gift Card (Saudi Riyal)', 'Steam 充值卡（沙特里亚尔）', 'بطاقة Steam (ريال سعودي)'),
    explanation: 'Wallet code in riyals for accounts in Saudi Arabia',
    description:
      'Adds riyals to a Steam Wallet in Saudi Arabia. Handy where foreign cards are turned down: pay here, enter the code there.',
    popularity: 64,
    confirm: regionNotice('saudi-arabia'),
    skus: [
      sku('steam', 'saudi-arabia', [at('latchkey', 14.2, 16)], { denomination: 'SAR 50' }),
      sku('steam', 'saudi-arabia', [at('latchkey', 28.1, 12)], { denomination: 'SAR 100' }),
      sku('steam', 'saudi-arabia', [at('latchkey', 55.8, 0)], { denomination: 'SAR 200' }),
    ],
  },
])
