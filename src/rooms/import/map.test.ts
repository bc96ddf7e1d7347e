import { expect, test } from 'vitest'
import { type FeedPlan, type FeedRow, Refusal } from './feed-row.ts'
import { columnPlaces, defaultMap, parseMap } from './map.ts'
import { readRow } from './rows.ts'

const MAP = {
  source: 'acme',
  ref: 'id',
  name: 'title',
  releasedOn: { column: 'date', format: 'DD.MM.YYYY' },
  developer: { column: 'by', separator: ';' },
  price: { column: 'price', currency: { column: 'money' } },
  platforms: [{ always: ['steam'] }, { column: 'os', separator: ';', values: { mac: 'macos' } }],
  genres: [{ column: 'tags', separator: ';', values: { RPG: 'rpg', Gore: null, FPS: 'shooter' }, unknown: 'skip' }],
  category: {
    default: 'games',
    rules: [{ column: 'tags', separator: ';', values: { FPS: 'shooter-games', RPG: 'rpg-games' } }],
  },
  popularity: { likes: 2, dislikes: -1 },
  names: { shooter: 'Shooter' },
}
const HEADER = ['id', 'title', 'date', 'by', 'price', 'money', 'os', 'tags', 'likes', 'dislikes']
const map = (more: object = {}) => parseMap(JSON.stringify({ ...MAP, ...more }), 'acme.json')
const plan = (of = map()): FeedPlan => ({
  map: of,
  places: columnPlaces(of, HEADER, 'acme.csv'),
  columns: HEADER.length,
  rates: new Map([
    ['USD', 100_000_000n],
    ['GBP', 74_970_000n],
  ]),
})
const GOOD = {
  id: '7',
  title: 'Portal',
  date: '10.10.2007',
  by: 'Valve',
  price: '7.19',
  money: 'GBP',
  os: 'windows;mac',
  tags: 'RPG;Gore;FPS',
  likes: '10',
  dislikes: '3',
}
const read = (record: Partial<typeof GOOD> = {}, of?: FeedPlan) =>
  readRow(2, Object.values({ ...GOOD, ...record }), of ?? plan())
const row = (record: Partial<typeof GOOD>, of = map()): FeedRow => read(record, plan(of)).row
const reasons = (record: Partial<typeof GOOD>) => read(record).remarks.map(([reason]) => reason)
function refusal(record: Partial<typeof GOOD>): string | undefined {
  try {
    read(record)
  } catch (error) {
    return error instanceof Refusal ? error.reason : `${error}`
  }
}

test('a record becomes a product as the map says', () => {
  expect(read()).toEqual({
    remarks: [],
    row: {
      line: 2,
      ref: '7',
      name: 'Portal',
      developer: 'Valve',
      publisher: null,
      texts: {},
      picture: null,
      releasedOn: '2007-10-10',
      category: { code: 'shooter-games', name: 'Shooter games', above: [] },
      popularity: 17,
      genres: [
        { code: 'rpg', name: 'Rpg' },
        { code: 'shooter', name: 'Shooter' },
      ],
      // The shop is asked whether it knows the feed's own words.
      languages: [],
      platforms: [
        { code: 'steam', name: 'Steam' },
        { code: 'windows', name: 'windows', word: 'windows' },
        { code: 'macos', name: 'Macos' },
      ],
      region: null,
      edition: null,
      denomination: null,
      priceCents: 959,
      listPriceCents: null,
    },
  })
})

test('prices are turned into cents of the US dollar, half away from zero, without floating point', () => {
  const cents = (price: string, money: string) => row({ price, money }).priceCents
  expect([
    cents('0.01', 'GBP'),
    cents('421.99', 'GBP'),
    cents('5', 'usd'),
    cents('5.5', 'USD'),
    cents('5.5000', 'USD'),
    cents('1.200000', 'USD'),
  ]).toEqual([1, 56288, 500, 550, 550, 120])
})

test.each([
  ['0.0', 'price-zero'], ['', 'price-missing'], ['12,99', 'price-unreadable'], ['1.005', 'price-unreadable'], ['-3', 'price-unreadable'],
  ['free', 'price-unreadable'], ['99999999', 'price-range'], ['1.200', 'price-unreadable'], ['590.000', 'price-unreadable'],
  ['12.990', 'price-unreadable'], ['1.2340', 'price-unreadable'], ['1.200.000', 'price-unreadable'],
])('the price "%s" makes no offer and is told: %s', (price, reason) => {
  expect(row({ price }).priceCents).toBeNull()
  expect(reasons({ price })).toEqual([reason])
}) // biome-ignore format: a table

test('a currency without a rate makes no offer and is told', () => {
  expect(reasons({ money: 'XXX' })).toEqual(['price-currency'])
})

test.each([
  ['  Portal ', 'Portal', ['name-blanks']],
  ['Portal  2', 'Portal 2', ['name-blanks']],
  ['Por\u0000tal™\u0099', 'Portal™', ['name-control-characters']],
  ['Por\u202etal', 'Portal', ['name-control-characters']],
  ['Two\nlines', 'Two lines', ['name-blanks']],
  ['Por\ufffdtal', 'Por\ufffdtal', ['name-unreadable']],
  ['x'.repeat(201), `${'x'.repeat(199)}…`, ['name-cut']],
  ['漢'.repeat(200), '漢'.repeat(200), []],
])('the name %j is loaded as %j', (title, name, told) => {
  expect(row({ title }).name).toBe(name)
  expect(reasons({ title })).toEqual(told)
})

test.each(['31.02.2020', '2020-01-01', '1.1.1850', 'soon'])('the date "%s" is none', (date) => {
  expect(row({ date }).releasedOn).toBeNull()
  expect(reasons({ date })).toEqual(['date'])
})

test('a popularity that is no number counts as 0 and is told; the sum is never below 0', () => {
  expect(row({ likes: 'many', dislikes: '4' }).popularity).toBe(0)
  expect(reasons({ likes: 'many' })).toEqual(['popularity'])
})

test.each([
  [{ id: ' ' }, 'no-reference'], [{ id: 'a\u0007' }, 'bad-reference'], [{ title: ' \u200b ' }, 'no-name'],
])('%j is refused: %s', (record, reason) => {
  expect(refusal(record)).toBe(reason)
}) // biome-ignore format: a table

test('a record with too few columns is refused', () => {
  expect(() => readRow(2, ['7', 'Portal'], plan())).toThrow('2 columns instead of 10')
})

test('words that nobody mapped become codes of their own', () => {
  const open = map({ genres: [{ column: 'tags', separator: ';' }] })
  const { genres } = read({ tags: "Shoot 'Em Up;策略;策划" }, plan(open)).row
  expect(genres.map(({ code }) => code)).toEqual(['shoot-em-up', 'x-e7ad96e795a5', 'x-e7ad96e58892'])
})

test('a wrong map is refused with every reason in one line', () => {
  expect(() => map({ source: 'A b', popularity: { likes: 0.5 }, extra: 1 })).toThrow(
    /^acme\.json: source: .*; popularity\.likes: .*extra/,
  )
  expect(() => parseMap('{', 'acme.json')).toThrow('acme.json: this is no JSON')
})

test('missing columns are named, with a hint when the delimiter is another', () => {
  expect(() => columnPlaces(map(), ['id', 'title'], 'f.csv')).toThrow(
    'f.csv: it has no column "os", "tags", "likes", "dislikes", "date", "by", "price", "money"',
  )
  expect(() => columnPlaces(map(), ['id;title;date'], 'f.csv')).toThrow('set "delimiter" in the map')
  expect(() => columnPlaces(map(), [...HEADER, 'id'], 'f.csv')).toThrow('"id" stands there twice')
})

test('without a map the columns of the manual are taken, those that are there', () => {
  const plain = defaultMap(['ref', 'name', 'price'], 'feed')
  expect(plain).toMatchObject({
    source: 'feed',
    ref: 'ref',
    price: { column: 'price', currency: 'USD' },
    genres: [],
    region: null,
  })
  expect(() => columnPlaces(defaultMap(['name'], 'feed'), ['name'], 'f.csv')).toThrow('no column "ref"')
})

test('a price with a decimal comma, where the map says so', () => {
  const cents = (price: string) => row({ price, money: 'USD' }, map({ decimal: ',' })).priceCents
  expect(['12,99', '12', '12,5', '12,9900', '1.234', '1.234,50', '1.234.567,00', '0,990'].map(cents)).toEqual([
    1299, 1200, 1250, 1299, 123_400, 123_450, 123_456_700, 99,
  ])
  expect(row({ price: '0.990', money: 'USD' }, map()).priceCents).toBe(99)
  expect(['12.99', '1,234.50', '12,999', '12,990', '1,200', '1.23,4', '.5', '1.2345', '0.990'].map(cents)).toEqual(
    Array(9).fill(null),
  )
})

test('prices with three decimals, where the map says so', () => {
  const point = (price: string) => row({ price, money: 'USD' }, map({ threeDecimals: true })).priceCents
  expect(['12.990', '1.200', '12.99', '12.9900', '12.995'].map(point)).toEqual([1299, 120, 1299, 1299, null])
  const comma = (price: string) => row({ price, money: 'USD' }, map({ decimal: ',', threeDecimals: true })).priceCents
  expect(['12,990', '1.234,500', '1.234', '12,995'].map(comma)).toEqual([1299, 123_450, 123_400, null])
})

test('a region that the feed leaves empty is not stated, whatever a word means', () => {
  const of = map({ region: { column: 'os', values: { windows: 'europe', '': 'global' } } })
  expect(row({ os: 'windows' }, of).region).toMatchObject({ code: 'europe' })
  expect(row({ os: '' }, of).region).toMatchObject({ code: 'global' })
  expect(row({ os: ' ' }, map({ region: { column: 'os' } })).region).toBeNull()
})

test('an old price says what the supplier recommends, when it is above the price', () => {
  const of = map({ oldPrice: { column: 'likes' } })
  expect(row({ price: '5', money: 'USD', likes: '8' }, of).listPriceCents).toBe(800)
  expect(row({ price: '9', money: 'USD', likes: '8' }, of).listPriceCents).toBeNull()
  expect(row({ price: '5', money: 'USD', likes: 'often' }, of).listPriceCents).toBeNull()
})

test('the first https address is the picture; one that is none is told', () => {
  const of = map({ pictures: { column: 'by', separator: ' ' } })
  const picture = (by: string) => row({ by }, of).picture
  expect(picture('http://a.example/1.png https://b.example/2.png')).toBe('https://b.example/2.png')
  expect(['javascript:alert(1)', 'https://', '//x/y', 'data:image/png;base64,AA'].map(picture)).toEqual(
    Array(4).fill(null),
  )
})

test('an encoding that nobody knows, and an escape that is none, are refused at once', () => {
  expect(() => map({ encoding: 'utf-9' })).toThrow('encoding: must be an encoding')
  expect(() => map({ escape: '/' })).toThrow('escape')
  expect(() => map({ texts: { klingon: { name: 'title' } } })).toThrow('texts')
})
