import { accounts, at, EFIGS, sku, text, WORLD } from '../authoring.ts'

const handOver = {
  title: text('You are buying an account', '您购买的是账号', 'أنت تشتري حسابًا'),
  content: text(
    'You receive a login, its password and the e-mail address that belongs to it. Change all three at once. ' +
      'Some publishers do not allow accounts to change hands; please read their terms first.',
    '您将收到登录名、密码以及绑定邮箱，请立即全部更改。部分发行商不允许转让账号，购买前请阅读其条款。',
    'ستتلقّى اسم الدخول وكلمة المرور والبريد المرتبط به، فغيّرها كلها فورًا. لا يسمح بعض الناشرين بنقل الحسابات، لذا اقرأ شروطهم أولاً.',
  ),
}

export const pcAccounts = accounts('pc-accounts', [
  {
    slug: 'counter-strike-2-prime-account',
    name: text('Counter-Strike 2 Prime Account', '反恐精英2 优先账号', 'حساب كاونتر سترايك 2 برايم'),
    explanation: text(
      'Prime status, fresh inventory, e-mail included',
      '优先状态，全新库存，含邮箱',
      'حالة برايم ومخزون جديد مع البريد',
    ),
    description: text(
      'A Steam account with Prime already active, so matchmaking starts in better company. No hours, no bans, first e-mail handed over.',
    ),
    developer: 'Valve',
    releasedOn: '2023-09-27',
    popularity: 73,
    genres: ['shooter', 'action'],
    languages: [...WORLD],
    activation: 'account',
    confirm: handOver,
    skus: [sku('steam', 'global', [at('latchkey', 13.9, 12), at('copperline', 13.2, 8)])],
  },
  {
    slug: 'league-of-legends-level-30-account',
    name: text('League of Legends Level 30 Account', '英雄联盟 30级账号', 'حساب ليغ أوف ليجندز مستوى 30'),
    explanation: text('Ranked-ready, levelled by hand', '手动练级，可直接排位', 'جاهز للتصنيف ومرفوع يدويًا'),
    description: text(
      'Level 30 with enough essence for twenty champions or more, never ranked. Choose the server; it cannot be changed afterwards for free.',
    ),
    developer: 'Riot Games',
    releasedOn: '2009-10-27',
    popularity: 55,
    genres: ['strategy'],
    languages: [...WORLD, 'tr', 'cs', 'hu', 'el', 'ro'],
    activation: 'account',
    confirm: handOver,
    skus: [
      sku('publisher', 'europe', [at('mistral', 5.9, 15), at('latchkey', 6.2, 10)]),
      sku('publisher', 'north-america', [at('tidewater', 6.8, 9)]),
    ],
  },
  {
    slug: 'final-fantasy-xiv-starter-account',
    name: text('Final Fantasy XIV Starter Account', '最终幻想14 入门账号', 'حساب فاينل فانتسي 14 للمبتدئين'),
    explanation: text('Registered full version with thirty days to begin'),
    description: text(
      'The complete base game and its first two chapters on a new account. The first month of game time starts with the first login.',
    ),
    developer: 'Square Enix',
    releasedOn: '2013-08-27',
    popularity: 41,
    genres: ['rpg', 'mmo'],
    languages: ['en', 'fr', 'de', 'ja'],
    activation: 'account',
    confirm: handOver,
    skus: [sku('publisher', 'europe', [at('latchkey', 14.9, 6)])],
  },
  {
    slug: 'world-of-tanks-tier-viii-account',
    name: text('World of Tanks Tier VIII Account', '坦克世界 八级坦克账号', 'حساب عالم الدبابات المستوى الثامن'),
    explanation: text('Three tier VIII vehicles and a garage with room'),
    description: text(
      'An EU account with trained crews and some credits left over. Statistics are average, which in this game is an achievement.',
    ),
    developer: 'Wargaming',
    releasedOn: '2011-04-12',
    popularity: 36,
    genres: ['shooter', 'strategy'],
    languages: [...EFIGS, 'pl', 'cs', 'tr', 'ru'],
    activation: 'account',
    confirm: handOver,
    skus: [sku('publisher', 'europe', [at('copperline', 21.9, 0)])],
  },
])

export const mobileAccounts = accounts('mobile-accounts', [
  {
    slug: 'clash-of-clans-town-hall-13-account',
    name: text('Clash of Clans Town Hall 13 Account', '部落冲突 13本账号', 'حساب كلاش أوف كلانس قاعة 13'),
    explanation: text(
      'Heroes at respectable levels, walls mostly golden',
      '英雄等级可观，城墙多为金色',
      'أبطال بمستويات محترمة وأسوار ذهبية غالبًا',
    ),
    description: text('Linked to a Supercell ID whose e-mail you take over. Name change available.'),
    developer: 'Supercell',
    releasedOn: '2012-08-02',
    popularity: 50,
    genres: ['strategy'],
    languages: [...WORLD, 'ar', 'tr', 'nl'],
    activation: 'account',
    confirm: handOver,
    skus: [sku(['ios', 'android'], 'global', [at('half-moon', 34.9, 5), at('orbit-nine', 36.2, 3)])],
  },
  {
    slug: 'genshin-impact-ar-45-account',
    name: text('Genshin Impact Adventure Rank 45 Account', '原神 冒险45级账号', 'حساب غينشين إمباكت رتبة 45'),
    explanation: text(
      'Three five-star characters, Europe server',
      '三名五星角色，欧服',
      'ثلاث شخصيات بخمس نجوم على خادم أوروبا',
    ),
    description: text(
      'Past the point where the good artefacts drop. Birthday not set, so the party is yours to choose.',
    ),
    developer: 'HoYoverse',
    releasedOn: '2020-09-28',
    popularity: 57,
    genres: ['rpg', 'adventure'],
    languages: ['en', 'fr', 'de', 'es-ES', 'it', 'pt-BR', 'ru', 'ja', 'ko', 'zh-Hans', 'zh-Hant', 'th', 'vi', 'tr'],
    activation: 'account',
    confirm: handOver,
    skus: [sku(['ios', 'android'], 'europe', [at('orbit-nine', 27.5, 4)])],
  },
  {
    slug: 'brawl-stars-20000-trophies-account',
    name: text('Brawl Stars 20,000 Trophies Account', '荒野乱斗 两万杯账号', 'حساب براول ستارز 20000 كأس'),
    explanation: text('More than fifty brawlers, most of them with a gadget'),
    description: text('Supercell ID with the e-mail included. A pass for the running season is not.'),
    developer: 'Supercell',
    releasedOn: '2018-12-12',
    popularity: 39,
    genres: ['action', 'shooter'],
    languages: [...WORLD, 'ar', 'tr', 'nl'],
    activation: 'account',
    confirm: handOver,
    skus: [sku(['ios', 'android'], 'global', [at('half-moon', 29.9, 3)])],
  },
])
