// The carousel on the home page. The art has no lettering: the page sets title and line over its calm side.
import { text } from './authoring.ts'
import type { DemoBanner } from './types.ts'

export const banners: readonly DemoBanner[] = [
  {
    slug: 'elden-ring',
    title: text('The Lands Between are calling', '交界地在召唤', 'الأراضي الوسيطة تناديك'),
    line: text(
      'Elden Ring and its great expansion, as a key in a minute.',
      '《艾尔登法环》与大型资料片，密钥一分钟送达。',
      'Elden Ring وتوسعتها الكبرى، ومفتاحك خلال دقيقة.',
    ),
    target: { product: 'elden-ring' },
    genre: 'rpg',
    seed: 'erdtree',
  },
  {
    slug: 'silksong',
    title: text('At last: Silksong', '久等了：丝之歌', 'وأخيرًا: سيلكسونغ'),
    line: text(
      'Seven years of waiting, and the climb was worth it.',
      '七年等待，这次攀登值得。',
      'سبع سنوات من الانتظار، والصعود يستحقّ.',
    ),
    target: { product: 'hollow-knight-silksong' },
    genre: 'platformer',
    seed: 'silk',
  },
  {
    slug: 'strategy-nights',
    title: text('One more turn', '再来一回合', 'دور واحد إضافي'),
    line: text(
      'Empires, star fleets and frozen cities from $4.',
      '帝国、星际舰队与冰封之城，低至4美元。',
      'إمبراطوريات وأساطيل ومدن متجمّدة بدءًا من 4 دولارات.',
    ),
    target: { category: 'strategy-games' },
    genre: 'strategy',
    seed: 'hexes',
  },
  {
    slug: 'steam-wallet',
    title: text('Fill up your Steam Wallet', '为 Steam 钱包充值', 'اشحن محفظة Steam'),
    line: text(
      'Five currencies, every amount, the code at once.',
      '五种货币，多种面额，即时发码。',
      'خمس عملات وكل القيم، والرمز فورًا.',
    ),
    target: { category: 'steam-wallet' },
    genre: 'puzzle',
    seed: 'wallet',
  },
  {
    slug: 'horror-week',
    title: text('Leave the light on', '别关灯', 'دع المصباح مضاءً'),
    line: text(
      'Villages, hotels, space stations: none of them empty.',
      '村庄、旅馆、空间站，没有一处是空的。',
      'قرى وفنادق ومحطّات فضاء، ولا مكان منها خالٍ.',
    ),
    target: { category: 'horror-games' },
    genre: 'horror',
    seed: 'door',
  },
  {
    slug: 'forza-horizon-5',
    title: text('Mexico by the scenic route', '一路风景到墨西哥', 'المكسيك عبر الطريق الأجمل'),
    line: text(
      'Forza Horizon 5 for PC and Xbox.',
      '《极限竞速：地平线5》，PC 与 Xbox 双平台。',
      'Forza Horizon 5 للحاسوب وإكس بوكس.',
    ),
    target: { product: 'forza-horizon-5' },
    genre: 'racing',
    seed: 'volcano',
  },
  {
    slug: 'it-takes-two',
    title: text('Better in twos', '两个人更好玩', 'اللعب لاثنين أحلى'),
    line: text(
      'It Takes Two: one copy, two players, no excuses.',
      '《双人成行》：一份游戏，两人同乐。',
      'It Takes Two: نسخة واحدة ولاعبان بلا أعذار.',
    ),
    target: { product: 'it-takes-two' },
    genre: 'adventure',
    seed: 'shed',
  },
  {
    slug: 'indie-shelf',
    title: text('Made by a handful of people', '小团队，大作品', 'صنعتها قلّة من الناس'),
    line: text('Small studios, large evenings.', '小小工作室，大大的夜晚。', 'استوديوهات صغيرة وأمسيات كبيرة.'),
    target: { category: 'indie-games' },
    genre: 'indie',
    seed: 'paper',
  },
]
