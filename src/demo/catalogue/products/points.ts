import { at, pointCards, regionNotice, sku, text } from '../authoring.ts'

const NONE = { genres: [], languages: [] }

export const pcPoints = pointCards('pc-points', [
  {
    ...NONE,
    slug: 'fortnite-v-bucks',
    name: text('Fortnite V-Bucks', '堡垒之夜 V币', 'عملات فورتنايت V-Bucks'),
    explanation: 'Outfits, passes and dances for every platform',
    description:
      'Redeem the code on the publisher’s site and the V-Bucks are in the locker of every platform you linked. They pay for outfits and passes, never for an advantage.',
    developer: 'Epic Games',
    releasedOn: '2019-12-06',
    popularity: 90,
    activation: 'epic',
    skus: [
      sku('epic', 'global', [at('latchkey', 8.4, 35), at('tidewater', 8.3, 20)], { denomination: '1,000 V-Bucks' }),
      sku('epic', 'global', [at('latchkey', 20.9, 25), at('copperline', 20.4, 9)], { denomination: '2,800 V-Bucks' }),
      sku('epic', 'global', [at('latchkey', 33.9, 14)], { denomination: '5,000 V-Bucks' }),
      sku('epic', 'global', [at('latchkey', 81.5, 6)], { denomination: '13,500 V-Bucks' }),
    ],
  },
  {
    ...NONE,
    slug: 'valorant-points',
    name: text('VALORANT Points', '无畏契约 点券', 'نقاط فالورانت'),
    explanation: 'Points for skins, passes and agents',
    description:
      'For Riot accounts of the region on the card. The rate between points and price is the publisher’s own.',
    developer: 'Riot Games',
    releasedOn: '2020-06-02',
    popularity: 85,
    activation: 'in-game',
    confirm: regionNotice('europe'),
    skus: [
      sku('publisher', 'europe', [at('latchkey', 5.3, 30)], { denomination: '475 VP' }),
      sku('publisher', 'europe', [at('latchkey', 10.6, 30), at('mistral', 10.4, 14)], { denomination: '1,000 VP' }),
      sku('publisher', 'europe', [at('latchkey', 20.9, 15)], { denomination: '2,050 VP' }),
      sku('publisher', 'turkey', [at('half-moon', 8.2, 12)], { denomination: '1,000 VP' }),
    ],
  },
  {
    ...NONE,
    slug: 'league-of-legends-riot-points',
    name: text('League of Legends Riot Points', '英雄联盟 RP 点券', 'نقاط ريوت لليغ أوف ليجندز'),
    explanation: 'RP for champions, skins and event passes',
    description:
      'The code works with accounts of the region printed on it. It is credited at once, also in the middle of champion select.',
    developer: 'Riot Games',
    releasedOn: '2009-10-27',
    popularity: 76,
    activation: 'in-game',
    skus: [
      sku('publisher', 'europe', [at('latchkey', 10.5, 24), at('mistral', 10.3, 10)], { denomination: '1,380 RP' }),
      sku('publisher', 'united-states', [at('tidewater', 25.4, 10)], { denomination: '3,500 RP' }),
      sku('publisher', 'turkey', [at('half-moon', 7.9, 0)], { denomination: '1,380 RP' }),
    ],
  },
  {
    ...NONE,
    slug: 'roblox-gift-card',
    name: text('Roblox Gift Card', 'Roblox 礼品卡', 'بطاقة روبلوكس'),
    explanation: 'Robux or Premium, and a little extra for the avatar',
    description:
      'Credit for a Roblox account, worldwide. Each card also unlocks a virtual item that changes with the month.',
    developer: 'Roblox Corporation',
    releasedOn: '2018-10-01',
    popularity: 88,
    activation: 'publisher-site',
    skus: [
      sku('publisher', 'global', [at('latchkey', 10.3, 40), at('orbit-nine', 10.2, 16)], { denomination: '$10' }),
      sku('publisher', 'global', [at('latchkey', 25.6, 26)], { denomination: '$25' }),
      sku('publisher', 'global', [at('latchkey', 50.9, 12), at('tidewater', 50.7, 6)], { denomination: '$50' }),
    ],
  },
  {
    ...NONE,
    slug: 'battle-net-gift-card-usd',
    name: text('Battle.net Gift Card (US Dollar)', '战网充值卡（美元）', 'بطاقة Battle.net (دولار)'),
    explanation: 'Balance for everything in the Battle.net shop',
    description: 'Game time, mounts, coins and whole games. For accounts of the Americas region.',
    developer: 'Blizzard Entertainment',
    releasedOn: '2013-04-22',
    popularity: 70,
    activation: 'battle-net',
    skus: [
      sku('battle-net', 'united-states', [at('latchkey', 20.7, 20), at('tidewater', 20.6, 14)], {
        denomination: '$20',
      }),
      sku('battle-net', 'united-states', [at('latchkey', 51.2, 9)], { denomination: '$50' }),
    ],
  },
  {
    ...NONE,
    slug: 'apex-legends-coins',
    name: text('Apex Legends™ Apex Coins', 'Apex英雄 Apex硬币', 'عملات أيبكس ليجندز'),
    explanation: 'Coins for legends, passes and the odd heirloom',
    description: 'Redeem in the EA app. The coins are there the next time the game starts.',
    developer: 'Respawn Entertainment',
    releasedOn: '2019-02-04',
    popularity: 58,
    activation: 'ea-app',
    skus: [
      sku('ea-app', 'global', [at('latchkey', 9.2, 20), at('copperline', 8.9, 10)], { denomination: '1,000 coins' }),
      sku('ea-app', 'global', [at('latchkey', 18.2, 11)], { denomination: '2,150 coins' }),
      sku('ea-app', 'global', [at('latchkey', 35.9, 0)], { denomination: '4,350 coins' }),
    ],
  },
])

export const mobilePoints = pointCards('mobile-points', [
  {
    ...NONE,
    slug: 'pubg-mobile-unknown-cash',
    name: text('PUBG Mobile Unknown Cash', '绝地求生手游国际服 UC', 'شدّات ببجي موبايل'),
    explanation: 'UC by code, for any player ID worldwide',
    description:
      'Enter the player ID and the code on the publisher’s redemption page. Royale Pass and crates are then paid in UC.',
    developer: 'Krafton, LightSpeed Studios',
    releasedOn: '2018-03-19',
    popularity: 89,
    activation: 'in-game',
    skus: [
      sku(['ios', 'android'], 'global', [at('latchkey', 0.99, 40), at('half-moon', 0.95, 30)], {
        denomination: '60 UC',
      }),
      sku(['ios', 'android'], 'global', [at('latchkey', 4.7, 40), at('half-moon', 4.55, 20)], {
        denomination: '325 UC',
      }),
      sku(['ios', 'android'], 'global', [at('latchkey', 9.3, 30), at('orbit-nine', 9.2, 15)], {
        denomination: '660 UC',
      }),
      sku(['ios', 'android'], 'global', [at('latchkey', 23.2, 14)], { denomination: '1,800 UC' }),
      sku(['ios', 'android'], 'global', [at('latchkey', 46.2, 7)], { denomination: '3,850 UC' }),
      sku(['ios', 'android'], 'global', [at('orbit-nine', 91.9, 3)], { denomination: '8,100 UC' }),
    ],
  },
  {
    ...NONE,
    slug: 'genshin-impact-genesis-crystals',
    name: text('Genshin Impact Genesis Crystals', '原神 创世结晶', 'بلورات غينشين إمباكت'),
    explanation: 'Crystals for wishes and outfits, delivered to your UID',
    description:
      'A code for the redemption page; choose the server there and enter your UID. Works alike on phone, PC and console accounts.',
    developer: 'HoYoverse',
    releasedOn: '2020-09-28',
    popularity: 84,
    activation: 'in-game',
    skus: [
      sku(['ios', 'android', 'publisher'], 'global', [at('latchkey', 4.9, 30), at('orbit-nine', 4.8, 20)], {
        denomination: '300 + 30',
      }),
      sku(['ios', 'android', 'publisher'], 'global', [at('latchkey', 14.6, 20)], { denomination: '980 + 110' }),
      sku(['ios', 'android', 'publisher'], 'global', [at('orbit-nine', 29.1, 12)], { denomination: '1,980 + 260' }),
    ],
  },
  {
    ...NONE,
    slug: 'mobile-legends-diamonds',
    name: text('Mobile Legends: Bang Bang Diamonds', '无尽对决 钻石', 'ماسات موبايل ليجندز'),
    explanation: 'Diamonds for heroes and skins',
    description: 'Needs the player ID and the zone number, both on the profile page. Credited within minutes.',
    developer: 'Moonton',
    releasedOn: '2016-07-14',
    popularity: 69,
    activation: 'in-game',
    skus: [
      sku(['ios', 'android'], 'asia', [at('orbit-nine', 1.6, 30)], { denomination: '86 diamonds' }),
      sku(['ios', 'android'], 'asia', [at('orbit-nine', 4.9, 20), at('latchkey', 5.1, 10)], {
        denomination: '257 diamonds',
      }),
      sku(['ios', 'android'], 'asia', [at('orbit-nine', 12.9, 10)], { denomination: '706 diamonds' }),
    ],
  },
  {
    ...NONE,
    slug: 'free-fire-diamonds',
    name: text('Garena Free Fire Diamonds', 'Free Fire 钻石', 'ماسات فري فاير'),
    explanation: 'Diamonds by code for the last one standing',
    description:
      'Redeem on the publisher’s site with the player ID. For accounts in Latin America and the Middle East, as chosen.',
    developer: 'Garena',
    releasedOn: '2017-12-04',
    popularity: 66,
    activation: 'in-game',
    skus: [
      sku(['ios', 'android'], 'latin-america', [at('tidewater', 1.1, 30)], { denomination: '100 diamonds' }),
      sku(['ios', 'android'], 'latin-america', [at('tidewater', 3.2, 20)], { denomination: '310 diamonds' }),
      sku(['ios', 'android'], 'middle-east', [at('latchkey', 5.4, 15)], { denomination: '520 diamonds' }),
    ],
  },
  {
    ...NONE,
    slug: 'honkai-star-rail-oneiric-shards',
    name: text('Honkai: Star Rail Oneiric Shards', '崩坏：星穹铁道 古老梦华', 'شظايا هونكاي: ستار ريل'),
    explanation: 'Shards for the next warp, or the one after it',
    description: 'A code for the redemption page of the Astral Express. Pick the server and enter the UID.',
    developer: 'HoYoverse',
    releasedOn: '2023-04-26',
    popularity: 63,
    activation: 'in-game',
    skus: [
      sku(['ios', 'android', 'publisher'], 'global', [at('orbit-nine', 4.8, 20)], { denomination: '300 + 30' }),
      sku(['ios', 'android', 'publisher'], 'global', [at('orbit-nine', 14.5, 0)], { denomination: '980 + 110' }),
    ],
  },
])
