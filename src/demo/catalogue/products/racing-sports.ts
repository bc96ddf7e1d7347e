import { at, EFIGS, gameKeys, regionNotice, sku, text, WORLD } from '../authoring.ts'

export const racingGames = gameKeys('racing-games', [
  {
    slug: 'forza-horizon-5',
    name: text('Forza Horizon 5', '极限竞速：地平线5', 'فورزا هورايزن 5'),
    explanation: 'Mexico, five hundred cars and a festival that never ends',
    description:
      'From the volcano to the jungle in any car you like, in dust storms and at golden hour. Serious about handling, generous about everything else.',
    developer: 'Playground Games',
    releasedOn: '2021-11-09',
    popularity: 88,
    genres: ['racing', 'open-world'],
    languages: [...WORLD, 'tr', 'nl', 'ar'],
    activation: 'xbox',
    skus: [
      sku(['microsoft-store', 'xbox-series', 'xbox-one'], 'global', [at('latchkey', 28.9, 24), at('kestrel', 28.4, 9)]),
      sku(['microsoft-store', 'xbox-series', 'xbox-one'], 'turkey', [at('half-moon', 22.7, 13)]),
      sku('steam', 'global', [at('latchkey', 34.9, 8)]),
    ],
  },
  {
    slug: 'f1-24',
    name: text('F1® 24', 'F1 24', 'فورمولا 1 24'),
    explanation: 'Twenty drivers, twenty-four circuits, one tenth to find',
    description:
      'The official season with reworked handling and a career in the boots of a real driver. Assists go from generous to none at all.',
    developer: 'Codemasters',
    releasedOn: '2024-05-31',
    popularity: 58,
    genres: ['racing', 'sports'],
    languages: [...EFIGS, 'pt-BR', 'pl', 'ja', 'zh-Hans', 'nl', 'es-419'],
    activation: 'ea-app',
    skus: [
      sku('ea-app', 'global', [at('latchkey', 14.2, 17), at('copperline', 13.8, 11)]),
      sku('steam', 'global', [at('latchkey', 18.6, 7)], { edition: 'Champions Edition' }),
    ],
  },
  {
    slug: 'assetto-corsa-competizione',
    name: text('Assetto Corsa Competizione', '神力科莎：竞技版'),
    explanation: 'GT3 to the last kerb, the tyre temperature included',
    description:
      'The cars and circuits of a full GT season, day into night and dry into rain. Wants a wheel, rewards patience.',
    developer: 'Kunos Simulazioni',
    releasedOn: '2019-05-29',
    popularity: 56,
    genres: ['racing', 'simulation'],
    languages: [...EFIGS, 'ru', 'zh-Hans', 'pl'],
    activation: 'steam',
    skus: [sku('steam', 'global', [at('latchkey', 8.4, 22), at('mistral', 7.9, 18)])],
  },
  {
    slug: 'need-for-speed-unbound',
    name: text('Need for Speed™ Unbound', '极品飞车：不羁', 'نيد فور سبيد أنباوند'),
    explanation: 'Street racing with paint on the wind',
    description:
      'Four weeks, four qualifiers and a car that was stolen from you. Drawn smoke and wings burst from photo-real metal; the police take it all seriously.',
    developer: 'Criterion Games',
    releasedOn: '2022-12-02',
    popularity: 62,
    genres: ['racing', 'action'],
    languages: [...EFIGS, 'pt-BR', 'pl', 'ja', 'ko', 'zh-Hans', 'zh-Hant', 'ar'],
    activation: 'ea-app',
    skus: [
      sku('ea-app', 'global', [at('latchkey', 8.9, 26), at('half-moon', 8.4, 9)]),
      sku('steam', 'global', [at('latchkey', 11.9, 10)]),
    ],
  },
  {
    slug: 'the-crew-motorfest',
    name: text('The Crew™ Motorfest', '飙酷车神：嘉年华'),
    explanation: 'Hawaii by car, boat and plane, changing between them in mid-air',
    description:
      'Each playlist is a short love letter to one corner of car culture. Keep everything you own from the previous part.',
    developer: 'Ubisoft Ivory Tower',
    releasedOn: '2023-09-14',
    popularity: 47,
    genres: ['racing', 'open-world'],
    languages: [...WORLD],
    activation: 'ubisoft-connect',
    skus: [sku('ubisoft-connect', 'europe', [at('mistral', 16.9, 0), at('latchkey', 17.3, 0)])],
  },
])

export const sportsGames = gameKeys('sports-games', [
  {
    slug: 'ea-sports-fc-25',
    name: text('EA SPORTS FC™ 25', 'EA SPORTS FC 25', 'إي إيه سبورتس إف سي 25'),
    explanation: 'The season’s squads, five-a-side Rush and Sunday-night rivals',
    description:
      'Football with over seven hundred clubs and a tactical system that gives each player a job. Rush is small pitches and big goalkeeping errors with three friends.',
    developer: 'EA Vancouver',
    releasedOn: '2024-09-27',
    popularity: 91,
    genres: ['sports'],
    languages: [...WORLD, 'ar', 'nl', 'tr', 'cs', 'sv', 'da', 'nb', 'pt-PT'],
    activation: 'ea-app',
    skus: [
      sku('ea-app', 'global', [at('latchkey', 19.9, 33), at('copperline', 18.9, 16), at('half-moon', 19.4, 9)]),
      sku('steam', 'europe', [at('mistral', 24.9, 11)]),
      sku(['xbox-series', 'xbox-one'], 'united-states', [at('tidewater', 22.5, 8)]),
    ],
  },
  {
    slug: 'nba-2k25',
    name: text('NBA 2K25', 'NBA 2K25', 'إن بي إيه 2K25'),
    explanation: 'Dribble moves by feel, shot timing by heart',
    description:
      'The league, the W and a whole city to stroll through between games. The learning mode at last explains what the right stick does.',
    developer: 'Visual Concepts',
    releasedOn: '2024-09-06',
    popularity: 67,
    genres: ['sports', 'simulation'],
    languages: [...EFIGS, 'ja', 'ko', 'zh-Hans', 'zh-Hant'],
    activation: 'steam',
    skus: [
      sku('steam', 'global', [at('latchkey', 14.4, 18), at('orbit-nine', 13.9, 12)]),
      sku(['xbox-series', 'xbox-one'], 'united-states', [at('tidewater', 17.8, 6)]),
    ],
  },
  {
    slug: 'football-manager-2024',
    name: text('Football Manager 2024', '足球经理2024', 'فوتبول مانجر 2024'),
    explanation: 'Spreadsheets with a beating heart, from the sixth tier upwards',
    description:
      'Scout a teenager, sell a fan favourite, shout from the touchline. Save games can run for decades and usually do.',
    developer: 'Sports Interactive',
    releasedOn: '2023-11-06',
    popularity: 65,
    genres: ['sports', 'simulation', 'strategy'],
    languages: [...EFIGS, 'pt-BR', 'pl', 'tr', 'nl', 'el', 'ko', 'da', 'sv', 'nb'],
    activation: 'steam',
    confirm: regionNotice('europe'),
    skus: [sku('steam', 'europe', [at('mistral', 19.8, 14), at('latchkey', 20.5, 12)])],
  },
  {
    slug: 'wwe-2k24',
    name: text('WWE 2K24', 'WWE 2K24'),
    explanation: 'Forty years of WrestleMania, with special referees',
    description:
      'A showcase of the great nights, a booking mode for armchair promoters and a creation suite that knows no shame. Backstage brawls and special guest referees are back.',
    developer: 'Visual Concepts',
    releasedOn: '2024-03-08',
    popularity: 45,
    genres: ['sports', 'fighting'],
    languages: [...EFIGS, 'ar'],
    activation: 'steam',
    skus: [sku('steam', 'global', [at('latchkey', 12.9, 0)])],
  },
  {
    slug: 'tony-hawks-pro-skater-3-plus-4',
    name: text("Tony Hawk's™ Pro Skater™ 3 + 4", '托尼霍克职业滑板3+4'),
    explanation: 'Two minutes, one line, everything you have',
    description:
      'The third and fourth parts remade with new parks, a mixed crew of skaters and a soundtrack that starts arguments. Reverts, spine transfers, no excuses.',
    developer: 'Iron Galaxy',
    releasedOn: '2025-07-11',
    popularity: 54,
    genres: ['sports', 'action'],
    languages: [...EFIGS, 'es-419', 'pt-BR', 'pl', 'ja', 'ko', 'zh-Hans'],
    activation: 'battle-net',
    skus: [
      sku('battle-net', 'global', [at('kestrel', 34.9, 8)]),
      sku('steam', 'global', [at('latchkey', 37.6, 10), at('tidewater', 38.4, 4)]),
    ],
  },
])
