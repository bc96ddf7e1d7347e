// What is found by which words.
import { describe, expect, test } from 'vitest'
import { ask, find, shopWith } from './search.testing.ts'

describe('words', () => {
  test.each([
    'counterstrike',
    'counter strike',
    'counter-strike',
    'COUNTER—STRIKE',
    'strike counter',
    'Counter-Strike:',
    'counterstri',
    'counter stri',
  ])('"%s" finds Counter-Strike', async (typed) => {
    expect(find(await shopWith('Portal', 'Counter-Strike: Source', 'Strike Force'), typed)).toEqual([2])
  })

  test.each([
    ['pokemon', 'Pokémon'],
    ['Pokémon', 'POKEMON'],
    ['pokémon', 'Poke\u0301mon'],
    ['strasse', 'Straße'],
    ['lodz', 'Łódź'],
    ['istanbul', 'İstanbul'],
    ['batman', 'Batman™'],
    ['fullwidth', 'Ｆｕｌｌｗｉｄｔｈ'],
    ['assassins', "Assassin's Creed"],
    ['assassin’s creed', "Assassin's Creed"],
    ['stalker', 'S.T.A.L.K.E.R.'],
    ['s.t.a.l.k.e.r.', 'STALKER'],
    ['starcraft', 'Star Craft'],
    ['star craft', 'StarCraft'],
    ['portal2', 'Portal 2'],
    ['portal 2', 'Portal2'],
    ['command and conquer', 'Command & Conquer'],
    ['command & conquer', 'Command and Conquer'],
    ['iii', 'Dark Souls Ⅲ'],
    ['souls iii', 'DARK SOULS™ III'],
  ])('"%s" finds "%s"', async (typed, name) => {
    expect(find(await shopWith('Tetris', name), typed)).toEqual([2])
  })

  test('must all be found', async () => {
    expect(find(await shopWith('Dark Souls', 'Dark Messiah', 'Lost Souls'), 'dark souls')).toEqual([1])
  })

  test('are found in the language of the shopper and in English, not in others', async () => {
    const shop = await shopWith({ 'en-US': 'The Witcher', 'de-DE': 'Der Hexer', 'zh-CN': '巫师' })
    expect(find(shop, 'hexer', 'de-DE')).toEqual([1])
    expect(find(shop, 'witcher', 'de-DE')).toEqual([1])
    expect(find(shop, 'hexer witcher', 'de-DE')).toEqual([1])
    expect(find(shop, 'hexer', 'zh-CN')).toEqual([])
    expect(find(shop, '巫师', 'en-US')).toEqual([])
  })

  test('of a name that has changed are forgotten', async () => {
    const shop = await shopWith('Portal', 'Tetris')
    shop.upsert([{ ...shop.get(1)!, names: { 'en-US': 'Doom' } }])
    expect(find(shop, 'portal')).toEqual([])
    expect(find(shop, 'doom')).toEqual([1])
    shop.remove([1])
    expect(find(shop, 'doom')).toEqual([])
  })
})

describe('a whole name', () => {
  test('comes before better selling names that only contain it', async () => {
    const shop = await shopWith('Worms Revolution', 'Dark Souls', 'WORMS®', 'Souls, Dark')
    expect(find(shop, 'worms')).toEqual([3, 1])
    expect(find(shop, 'dark souls')).toEqual([2, 4])
    expect(shop.suggest('worms', 'en-US', 1).ids).toEqual([3])
  })
})

describe('beginnings', () => {
  test('are enough for the last word and, ranked lower, for any', async () => {
    const shop = await shopWith('Darker Soulstice', 'Dark Soulstice', 'Dark Souls')
    expect(find(shop, 'dark souls')).toEqual([3, 2, 1])
    expect(find(shop, 'dar sou')).toEqual([1, 2, 3])
  })

  test('of one or two letters are enough while they are typed, at the end; before another word they are a word', async () => {
    const shop = await shopWith('Dark Souls', 'Da Vinci', 'D Day', 'Daikatana', 'Souls of D')
    expect(find(shop, 'd')).toEqual([3, 5, 1, 2, 4])
    expect(find(shop, 'da')).toEqual([2, 1, 3, 4])
    expect(find(shop, 'souls d')).toEqual([5, 1])
    expect(find(shop, 'd souls')).toEqual([5])
    expect(ask(shop, 'da souls')).toMatchObject({ ids: [2], similar: true })
    expect(find(shop, 'dar souls')).toEqual([1])
  })

  test('come after the whole word, however well they sell', async () => {
    expect(find(await shopWith('Civilization VI', 'Civilization V'), 'civilization v')).toEqual([2, 1])
  })
})

describe('typing errors', () => {
  test.each([
    ['wicher', 'a letter missing'],
    ['wiitcher', 'a letter too many'],
    ['wotcher', 'a wrong letter'],
    ['wicther', 'two letters swapped'],
    ['aitcher', 'a wrong first letter'],
    ['itcher', 'no first letter'],
    ['iwtcher', 'the first two swapped'],
    ['wicher 3', 'an error before another word'],
    ['wotch', 'an error in a word that is not finished'],
  ])('"%s" finds The Witcher 3 (%s)', async (typed) => {
    expect(find(await shopWith('Portal', 'The Witcher 3'), typed)).toEqual([2])
  })

  test('may be two in a word of eight letters, one in a word of four, none in shorter words and in numbers', async () => {
    const shop = await shopWith('Civilization', 'Doom', 'Ori', 'FIFA 2018')
    expect(find(shop, 'civlisation')).toEqual([1])
    expect(find(shop, 'dooom')).toEqual([2])
    expect(find(shop, 'diim')).toEqual([])
    expect(find(shop, 'oru')).toEqual([])
    expect(ask(shop, 'fifa 2019')).toMatchObject({ ids: [4], similar: true })
    expect(ask(shop, 'doom 2019')).toMatchObject({ ids: [2], similar: true })
  })

  test('count only where nothing is found as typed, the fewer the earlier', async () => {
    const shop = await shopWith('Civilixatiom', 'Civilixation', 'Civilizations', 'Civilization')
    expect(find(shop, 'civilization')).toEqual([4, 3])
    expect(find(shop, 'civilisation')).toEqual([2, 3, 4, 1])
  })

  test('bring nothing to the head of a list that is sorted by price', async () => {
    const shop = await shopWith('Mortal Kombat', 'Portal', 'Portal 2')
    shop.upsert([{ ...shop.get(1)!, lowPriceCents: 1 }])
    for (const sort of [0, 1, 2, 3, 4, 5] as const)
      expect(shop.query({ name: 'portal', locale: 'en-US', sort, offset: 0, limit: 9 }).ids.sort()).toEqual([2, 3])
  })
})

describe('numbers of sequels', () => {
  test.each([
    ['final fantasy 7', 'FINAL FANTASY VII'],
    ['final fantasy vii', 'Final Fantasy 7'],
    ['fallout iv', 'Fallout 4'],
    ['civilization 6', 'Sid Meier’s Civilization® VI'],
    ['dark souls 3', 'DARK SOULS™ Ⅲ'],
  ])('"%s" finds "%s" as its whole name or words', async (typed, name) => {
    expect(ask(await shopWith('Fantasy Souls of Fallout, a Dark Civilization', name), typed)).toEqual({
      ids: [2],
      total: 1,
    })
  })

  test('are none at the beginning of a name', async () => {
    const shop = await shopWith('X-COM', 'I, Zombie', 'V Rising')
    for (const typed of ['10 com', '1 zombie', '5 rising']) expect(ask(shop, typed).similar).toBe(true)
  })
})

describe('synonyms', () => {
  const withSynonyms = async () => {
    const shop = await shopWith(
      'Cod Fishing',
      'Grand Theft Auto V',
      'Call of Duty 2',
      'Grand Theft Auto IV',
      'GTA Radio',
    )
    shop.setSynonyms([
      ['gta', 'Grand Theft Auto'],
      ['c.o.d.', 'Call of Duty', 'duty calls'],
    ])
    return shop
  }

  test.each([
    ['gta', [2, 4, 5]],
    ['GTA 5', [2]],
    ['gta5', [2]],
    ['gtav', [2]],
    ['gtaiv', [4]],
    ['grand theft auto', [2, 4, 5]],
    ['cod', [1, 3]],
    ['c o d 2', [3]],
    ['cod2', [3]],
    ['duty calls 2', [3]],
  ] as const)('"%s" finds %j', async (typed, ids) => {
    const found = ask(await withSynonyms(), typed)
    expect(found.ids.toSorted()).toEqual(ids)
    expect(found.similar).toBeUndefined()
  })

  test('that are taken back mean nothing any more', async () => {
    const shop = await withSynonyms()
    shop.setSynonyms([])
    expect(find(shop, 'gta')).toEqual([5])
  })
})

describe('who made it', () => {
  test('is found after the names that say so themselves, and together with words of the name', async () => {
    const shop = await shopWith('Portal', 'Valve Tycoon', 'Doom', 'Rival Ventures')
    shop.upsert([
      { ...shop.get(1)!, makers: 'Valve Corporation\nValve' },
      { ...shop.get(3)!, makers: 'id Software' },
    ])
    expect(find(shop, 'valve')).toEqual([2, 1])
    expect(find(shop, 'valve portal')).toEqual([1])
    expect(find(shop, 'id soft')).toEqual([3])
    shop.upsert([{ ...shop.get(1)!, makers: undefined }])
    expect(find(shop, 'valve')).toEqual([2])
  })
})

describe('words too many', () => {
  test('are left out where nothing has them all, and what is found then is called similar', async () => {
    const shop = await shopWith('Half-Life', 'Stardew Valley', 'Steam Valley Key', 'Valley')
    expect(ask(shop, 'buy stardew valley steam key')).toMatchObject({ ids: [2], similar: true })
    expect(ask(shop, 'half life alyx')).toMatchObject({ ids: [1], similar: true })
    expect(shop.suggest('half life alyx', 'en-US', 8)).toEqual({ ids: [1], similar: true })
    expect(ask(shop, 'stardew valley').similar).toBeUndefined()
  })

  test('leave nothing where no word but those of shops is known', async () => {
    const shop = await shopWith('Key Master', 'The Game 4')
    expect(ask(shop, 'zxqwv game key')).toEqual({ ids: [], total: 0 })
    expect(ask(shop, 'zxqwv4')).toEqual({ ids: [], total: 0 })
    expect(ask(shop, 'zxqwv')).toEqual({ ids: [], total: 0 })
  })
})
