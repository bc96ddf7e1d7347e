import { at, EFIGS, gameKeys, sku, text, WORLD, WORLD_PLUS } from '../authoring.ts'

export const adventureGames = gameKeys('adventure-games', [
  {
    slug: 'it-takes-two',
    name: text('It Takes Two', '双人成行', 'إت تيكس تو'),
    explanation: 'For exactly two players; a friend without the game may join for free',
    description:
      'A couple on the verge of divorce wake up as dolls in their own shed. Each level invents a new pair of tools and throws them away before they get old.',
    developer: 'Hazelight Studios',
    releasedOn: '2021-03-26',
    popularity: 89,
    genres: ['adventure', 'co-op', 'platformer'],
    languages: [...WORLD, 'nl', 'cs'],
    activation: 'ea-app',
    skus: [
      sku('ea-app', 'global', [at('latchkey', 11.2, 36), at('half-moon', 10.8, 15), at('copperline', 11.4, 9)]),
      sku('steam', 'global', [at('latchkey', 17.9, 12)]),
    ],
  },
  {
    slug: 'life-is-strange-complete-season',
    name: text('Life is Strange – Complete Season', '奇异人生 完整季'),
    explanation: 'A shy photographer finds out that five minutes can be taken back',
    description:
      'Max rewinds time to help a friend and learns what help costs. Five chapters of small-town America, indie guitars and choices with a long echo.',
    developer: 'Dontnod Entertainment',
    releasedOn: '2015-10-20',
    popularity: 57,
    genres: ['adventure', 'story'],
    languages: [...EFIGS, 'pt-BR', 'ru', 'ja', 'zh-Hans'],
    activation: 'steam',
    skus: [sku('steam', 'global', [at('latchkey', 3.9, 27), at('copperline', 3.7, 13)])],
  },
  {
    slug: 'a-plague-tale-requiem',
    name: text('A Plague Tale: Requiem', '瘟疫传说：安魂曲'),
    explanation: 'Amicia and Hugo go south; so do the rats, by the million',
    description:
      'A sister, a sick boy and a road through medieval Provence that is lovely until dusk. Hide, distract, and use the light while it lasts.',
    developer: 'Asobo Studio',
    releasedOn: '2022-10-18',
    popularity: 64,
    genres: ['adventure', 'action', 'story'],
    languages: [...WORLD, 'cs', 'tr', 'uk'],
    activation: 'steam',
    skus: [sku('steam', 'global', [at('latchkey', 13.9, 17), at('mistral', 13.4, 12)])],
  },
  {
    slug: 'outer-wilds',
    name: text('Outer Wilds', '星际拓荒', 'أوتر وايلدز'),
    explanation: 'Twenty-two minutes, six planets, and knowledge is the only thing you keep',
    description:
      'The newest astronaut of a curious little species sets out on the day the sun explodes, again and again. Read as little as possible before you start.',
    developer: 'Mobius Digital',
    releasedOn: '2020-06-18',
    popularity: 70,
    genres: ['adventure', 'puzzle', 'indie'],
    languages: [...WORLD, 'tr'],
    activation: 'steam',
    skus: [
      sku('steam', 'global', [at('latchkey', 15.4, 16), at('kestrel', 14.9, 8)]),
      sku('epic', 'global', [at('copperline', 12.5, 7)]),
    ],
  },
  {
    slug: 'valiant-hearts-the-great-war',
    name: text(
      'Valiant Hearts: The Great War™ / Soldats Inconnus : Mémoires de la Grande Guerre™',
      '勇敢的心：世界大战',
    ),
    explanation: 'Four strangers, one dog and the First World War, drawn by hand',
    description:
      'Puzzles, letters and real objects tell of people on several sides of the trenches. Gentle in its play and not at all in its ending.',
    developer: 'Ubisoft Montpellier',
    releasedOn: '2014-06-25',
    popularity: 46,
    genres: ['adventure', 'puzzle', 'story'],
    languages: [...EFIGS, 'nl', 'pt-BR', 'pl', 'ru', 'ja'],
    activation: 'ubisoft-connect',
    skus: [sku('ubisoft-connect', 'global', [at('latchkey', 3.4, 19), at('mistral', 3.2, 12)])],
  },
  {
    slug: 'indiana-jones-and-the-great-circle',
    name: text('Indiana Jones and the Great Circle', '夺宝奇兵：古老之圈', 'إنديانا جونز والدائرة العظمى'),
    explanation: 'A whip, a camera and the wrong side of several locked doors',
    description:
      '1937: a theft from the college museum sends Indy to the Vatican, to Gizeh and to Sukhothai. Much sneaking in disguises, much hitting with whatever is at hand, and rooms full of honest puzzles.',
    developer: 'MachineGames',
    releasedOn: '2024-12-09',
    popularity: 78,
    genres: ['adventure', 'action', 'puzzle'],
    languages: WORLD_PLUS,
    activation: 'steam',
    skus: [
      sku('steam', 'global', [at('latchkey', 44.9, 14), at('tidewater', 45.6, 6)]),
      sku(['xbox-series', 'microsoft-store'], 'global', [at('kestrel', 42.3, 9)]),
    ],
  },
])
