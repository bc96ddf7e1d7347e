import { at, pointCards, sku, text } from '../authoring.ts'

export const memberships = pointCards('memberships', [
  {
    slug: 'xbox-game-pass-ultimate',
    name: text('Xbox Game Pass Ultimate', 'Xbox Game Pass Ultimate 会员', 'إكس بوكس غيم باس ألتيميت'),
    explanation: 'Hundreds of games on console, PC and in the cloud',
    description:
      'Includes online play, day-one releases and streaming to a phone. Codes can be added up to extend a membership.',
    developer: 'Microsoft',
    releasedOn: '2019-06-09',
    popularity: 92,
    genres: [],
    languages: [],
    activation: 'xbox',
    skus: [
      sku(
        ['xbox-series', 'xbox-one', 'microsoft-store'],
        'global',
        [at('latchkey', 15.4, 30), at('copperline', 14.9, 15)],
        { denomination: '1 month' },
      ),
      sku(
        ['xbox-series', 'xbox-one', 'microsoft-store'],
        'europe',
        [at('latchkey', 41.5, 20), at('mistral', 40.9, 9)],
        { denomination: '3 months' },
      ),
      sku(['xbox-series', 'xbox-one', 'microsoft-store'], 'turkey', [at('half-moon', 24.8, 10)], {
        denomination: '3 months',
      }),
    ],
  },
  {
    slug: 'playstation-plus-essential',
    name: text('PlayStation Plus Essential', 'PlayStation Plus 基本档', 'بلايستيشن بلس إسنشال'),
    explanation: 'Online play, monthly games and cloud saves',
    description:
      'Claim the games of the month and keep them for as long as you are a member. The code sets the tier and the length.',
    developer: 'Sony Interactive Entertainment',
    releasedOn: '2022-06-13',
    popularity: 87,
    genres: [],
    languages: [],
    activation: 'playstation',
    skus: [
      sku(['ps5', 'ps4'], 'united-states', [at('tidewater', 76.9, 10), at('latchkey', 77.5, 12)], {
        denomination: '12 months',
      }),
      sku(['ps5', 'ps4'], 'germany', [at('latchkey', 27.9, 14)], { denomination: '3 months' }),
      sku(['ps5', 'ps4'], 'united-kingdom', [at('kestrel', 9.4, 18)], { denomination: '1 month' }),
    ],
  },
  {
    slug: 'nintendo-switch-online',
    name: text('Nintendo Switch Online', '任天堂 Switch Online 会员', 'نينتندو سويتش أونلاين'),
    explanation: 'Online play, classics and saves in the cloud',
    description: 'Individual membership for one account. Time is added to what is left of a running membership.',
    developer: 'Nintendo',
    releasedOn: '2018-09-18',
    popularity: 74,
    genres: [],
    languages: [],
    activation: 'nintendo',
    skus: [
      sku(['switch', 'switch-2'], 'europe', [at('latchkey', 21.4, 22)], { denomination: '12 months' }),
      sku(['switch', 'switch-2'], 'united-states', [at('tidewater', 20.6, 12), at('latchkey', 20.9, 9)], {
        denomination: '12 months',
      }),
      sku(['switch', 'switch-2'], 'europe', [at('latchkey', 8.9, 15)], { denomination: '3 months' }),
    ],
  },
  {
    slug: 'discord-nitro',
    name: text('Discord Nitro', 'Discord Nitro', 'ديسكورد نيترو'),
    explanation: 'Bigger uploads, sharper streams, your emoji everywhere',
    description:
      'A gift link that adds Nitro to any account. Not valid for accounts with an active membership paid through an app store.',
    developer: 'Discord',
    releasedOn: '2017-01-23',
    popularity: 67,
    genres: [],
    languages: [],
    activation: 'publisher-site',
    skus: [
      sku('publisher', 'global', [at('orbit-nine', 9.2, 20), at('latchkey', 9.5, 14)], { denomination: '1 month' }),
      sku('publisher', 'global', [at('orbit-nine', 92.9, 5)], { denomination: '1 year' }),
    ],
  },
  {
    slug: 'world-of-warcraft-game-time',
    name: text('World of Warcraft Game Time', '魔兽世界 游戏时间', 'وقت لعب وورلد أوف ووركرافت'),
    explanation: 'Sixty days of Azeroth, the classic realms included',
    description: 'Adds game time to a Battle.net account of the chosen region. No subscription to forget about.',
    developer: 'Blizzard Entertainment',
    releasedOn: '2005-02-11',
    popularity: 71,
    genres: ['mmo'],
    languages: [],
    activation: 'battle-net',
    skus: [
      sku('battle-net', 'europe', [at('latchkey', 27.4, 20), at('kestrel', 27.1, 9)], { denomination: '60 days' }),
      sku('battle-net', 'united-states', [at('tidewater', 29.2, 12)], { denomination: '60 days' }),
    ],
  },
])
