import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bannerSvg } from './banner.ts'
import { contrast, light, oklch } from './colour.ts'
import { POSTER_GENRES, posterGenres } from './genre.ts'
import { brandPalette, PALETTES } from './palettes.ts'
import { POSTER_HEIGHT, POSTER_WIDTH, posterSvg } from './poster.ts'
import { renderPoster } from './render.ts'
import { drawableTitle, part } from './setting.ts'

const KINDS = ['game', 'card', 'account'] as const

const ODD_TITLES = [
  '',
  ' ',
  'Z',
  '7',
  '!',
  '😀🎮',
  'Game 😀 of 🎮 Joy',
  '三国志14',
  '原神',
  'ペルソナ５',
  'أمير بلاد فارس',
  'שלום',
  'Hyperdimension Neptunia Re;Birth1 / 超次次元ゲイム ネプテューヌRe;Birth1',
  'Ведьмак 3: Дикая Охота',
  'Ελληνικός τίτλος',
  'Valiant Hearts: The Great War™ / Soldats Inconnus : Mémoires de la Grande Guerre™',
  '<script>alert("&\'")</script>',
  'A & B < C > D "E"',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'x'.repeat(106),
  'W'.repeat(106),
  `${'Of the and '.repeat(9)}endless`,
  'É'.repeat(8),
  'e\u0301tude',
  '\u202Ereversed\u0000',
]

describe('a poster', () => {
  test('is the same for the same input, and another for another seed', () => {
    const input = { title: 'Elden Ring', genre: 'rpg', kind: 'game', seed: 'elden-ring' } as const
    expect(posterSvg(input)).toBe(posterSvg({ ...input }))
    const seen = new Set(Array.from({ length: 40 }, (_, i) => posterSvg({ ...input, seed: `seed ${i}` })))
    expect(seen.size).toBe(40)
  })

  test.each(ODD_TITLES)('of "%s" is valid XML without text, inside its frame', async (title) => {
    for (const kind of KINDS) {
      for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
        const svg = posterSvg({ title, subtitle: title, figure: title.slice(0, 12), genre: 'Action;Indie', kind, seed })
        expect(svg).not.toMatch(/<(?:text|tspan|image|script|foreignObject)|NaN|Infinity|undefined/)
        expectInside(svg)
      }
      await expect(isDrawn(posterSvg({ title, genre: '', kind, seed: 'a' }))).resolves.toBe(true)
    }
  })

  test('without a title that can be drawn is the motif alone', () => {
    for (const title of ['', '原神', 'أمير بلاد فارس', '😀🎮']) {
      expect(posterSvg({ title, genre: 'rpg', kind: 'game', seed: 'x' })).not.toContain('class="type"')
    }
    expect(posterSvg({ title: 'Ведьмак', genre: 'rpg', kind: 'game', seed: 'x' })).toContain('class="type"')
  })

  test('of every genre and motif renders to AVIF and WebP', async () => {
    for (const genre of POSTER_GENRES) {
      const svg = posterSvg({ title: 'Night Train', genre, kind: 'game', seed: genre })
      for (const format of ['avif', 'webp'] as const) {
        const picture = await sharp(await renderPoster(svg, { width: 240, format })).metadata()
        expect([picture.width, picture.height]).toEqual([240, 320])
      }
    }
  })
})

describe('a banner', () => {
  test('is deterministic, has no lettering and mirrors', () => {
    for (const genre of POSTER_GENRES) {
      const input = { genre, seed: 'week 40' }
      expect(bannerSvg(input)).toBe(bannerSvg(input))
      expect(bannerSvg(input)).not.toMatch(/<text|class="type"|NaN|undefined/)
      expect(bannerSvg({ ...input, mirrored: true })).toContain('scale(-1 1)')
    }
  })

  test('has a calm side on which light text reads', () => {
    for (const genre of POSTER_GENRES) {
      for (let i = 0; i < 8; i++) {
        const [, calm = ''] =
          /id="v"[^>]*><stop offset="0" stop-color="(#[0-9a-f]+)"/.exec(bannerSvg({ genre, seed: `${i}` })) ?? []
        const inks = Object.values(PALETTES).flatMap((all) =>
          all.flatMap(({ ground, ink }) => (ground === calm ? ink : [])),
        )
        expect(inks.some((ink) => light(ink) && contrast(calm, ink) > 4.5)).toBe(true)
      }
    }
  })
})

describe('palettes', () => {
  test('carry their titles at 4.5 : 1 on both ends of the ground', () => {
    const brands = Array.from({ length: 36 }, (_, i) => [
      brandPalette(i * 10, true),
      brandPalette(i * 10, false),
    ]).flat()
    for (const { ink, ground, deep } of [...Object.values(PALETTES).flat(), ...brands]) {
      expect(contrast(ink, ground)).toBeGreaterThan(4.5)
      expect(contrast(ink, deep)).toBeGreaterThan(4.5)
    }
  })

  test('know OKLCH', () => {
    expect(oklch(0, 0, 0)).toBe('#000000')
    expect(oklch(1, 0, 0)).toBe('#ffffff')
    expect(oklch(0.628, 0.2577, 29.23)).toBe('#ff0000')
  })
})

describe('titles', () => {
  test('lose trade marks and what no font has', () => {
    expect(drawableTitle('NieR:Automata™')).toBe('NieR:Automata')
    expect(drawableTitle('Hyperdimension Neptunia Re;Birth1 / 超次次元ゲイム')).toBe(
      'Hyperdimension Neptunia Re;Birth1',
    )
    expect(drawableTitle('Flashing Lights (警情，消防，急救)')).toBe('Flashing Lights')
    expect(drawableTitle('三国志14')).toBe('')
  })

  test('are parted at colon, dash and edition', () => {
    expect(part('The Witcher 3: Wild Hunt – Complete Edition')).toEqual({
      head: 'The Witcher 3',
      tail: 'Wild Hunt – Complete Edition',
    })
    expect(part('BioShock Remastered')).toEqual({ head: 'BioShock', tail: 'Remastered' })
    expect(part('Hades')).toEqual({ head: 'Hades', tail: '' })
  })

  test('find their genre in a supplier’s words', () => {
    expect(posterGenres('Action;Indie;RPG')).toEqual(['action', 'indie', 'rpg'])
    expect(posterGenres('Massively Multiplayer')).toEqual(['rpg'])
    expect(posterGenres('')).toEqual([])
  })
})

/** Every point of every letter, control points of curves included, lies in the frame. */
function expectInside(svg: string) {
  for (const [, d] of svg.matchAll(/<path d="([^"]*)" class="type"/g)) {
    const numbers = d!.match(/-?\d+(?:\.\d+)?/g)!.map(Number)
    const xs = numbers.filter((_, i) => i % 2 === 0)
    const ys = numbers.filter((_, i) => i % 2 === 1)
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...xs)).toBeLessThanOrEqual(POSTER_WIDTH)
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ys)).toBeLessThanOrEqual(POSTER_HEIGHT)
  }
}

/** librsvg refuses what is not well-formed XML. */
async function isDrawn(svg: string): Promise<boolean> {
  const { width, height } = await sharp(Buffer.from(svg)).metadata()
  return width === POSTER_WIDTH && height === POSTER_HEIGHT
}
