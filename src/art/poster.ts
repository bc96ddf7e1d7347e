// A poster for every product: `posterSvg` is a pure function of its input, so the same product always looks the same.
import { accountPoster } from './badge.ts'
import { cardPoster } from './card.ts'
import type { PosterGenre } from './genre.ts'
import { POSTER_GENRES, posterGenres } from './genre.ts'
import { MOTIFS } from './motifs.ts'
import { PALETTES, type Palette } from './palettes.ts'
import { type Chance, chance } from './random.ts'
import { drawableTitle } from './setting.ts'
import { circle, clipped, type Frame, gradients, type Motif, n, paint, path, rect } from './shapes.ts'
import { type Lettering, letter, type Manner, mannerOf, SMALL_CAPS, smallLine } from './title.ts'

export const POSTER_WIDTH = 600
export const POSTER_HEIGHT = 800

export interface PosterInput {
  title: string
  /** One small line: edition, platform, region. */
  subtitle?: string | undefined
  /** A genre, or a supplier's words ("Action;Indie;RPG"); anything unknown gets a motif by the seed. */
  genre: string
  kind: 'game' | 'card' | 'account'
  /** Which of the many compositions and palettes; use something that never changes, such as the slug. */
  seed: string
  /** Large on cards: "$20", "1,000". */
  figure?: string | undefined
}

/** SVG, 600 × 800, all lettering as outlines. */
export function posterSvg(input: PosterInput): string {
  const title = drawableTitle(input.title)
  const subtitle = drawableTitle(input.subtitle ?? '')
  if (input.kind === 'card') return cardPoster({ ...input, title, subtitle })
  if (input.kind === 'account') return accountPoster({ ...input, title, subtitle })

  const luck = chance(input.seed)
  const genre = genreOf(input.genre, luck)
  const palette = luck.pick(PALETTES[genre])
  const motif = luck.pick(MOTIFS[genre])
  const manner = mannerOf(genre, luck)
  const layout = title === '' ? bare : luck.pick(LAYOUTS)
  return sheet(palette, layout({ title, subtitle, palette, motif, manner, luck }))
}

/** The first genre mostly, another one of the product's own now and then; any at all where a feed names none. */
function genreOf(words: string, luck: Chance): PosterGenre {
  const genres = posterGenres(words)
  if (genres.length === 0) return luck.pick(POSTER_GENRES)
  return genres.length === 1 || luck.odds(0.6) ? genres[0]! : luck.pick(genres.slice(1))
}

interface Parts {
  title: string
  subtitle: string
  palette: Palette
  motif: Motif
  manner: Manner
  luck: Chance
}

const MARGIN = 46
const MEASURE = POSTER_WIDTH - 2 * MARGIN

/** The motif over all of it, the title at the foot, the ground rising behind it. */
const foot = ({ title, subtitle, palette, motif, manner, luck }: Parts): string => {
  const small = subtitle ? SMALL_CAPS + 26 : 0
  const type = letter(title, manner, { width: MEASURE, height: 330 - small, largest: 142, anchor: 0 })
  const baseline = POSTER_HEIGHT - MARGIN - small - (subtitle ? 0 : Math.max(0, type.depth - 12))
  const top = baseline - type.height
  return (
    art(motif, palette, luck, 300 + luck.between(-36, 36), top * 0.5, Math.max(440, Math.min(600, top * 1.16))) +
    veil(palette, top - 110, top + 16, POSTER_HEIGHT) +
    words(type, MARGIN, top, palette) +
    smallLine(subtitle, MARGIN, POSTER_HEIGHT - MARGIN + 4, MEASURE, palette.ink)
  )
}

/** Above a title that hangs from the top: room for the mark of a reduction, which the shop's lists put there. */
const MARK = 132

/** A poster whose title hangs from the top. */
const head = ({ title, subtitle, palette, motif, manner, luck }: Parts): string => {
  const type = letter(title, manner, { width: MEASURE, height: 280, largest: 136, anchor: 0 })
  const top = MARK
  const end = top + type.height + (subtitle ? type.depth + 46 : type.depth)
  return (
    art(
      motif,
      palette,
      luck,
      300 + luck.between(-30, 30),
      (end + 840) / 2,
      Math.max(440, Math.min(600, (800 - end) * 0.98)),
    ) +
    veil(palette, end + 84, end - 16, 0) +
    words(type, MARGIN, top, palette) +
    smallLine(subtitle, MARGIN, top + type.height + type.depth + 44, MEASURE, palette.ink)
  )
}

/** Two fields: the picture above, the words on plain ground below. */
const panel = ({ title, subtitle, palette, motif, manner, luck }: Parts): string => {
  const small = subtitle ? SMALL_CAPS + 26 : 0
  const type = letter(title, manner, { width: MEASURE, height: 290 - small, largest: 128, anchor: 0 })
  const baseline = POSTER_HEIGHT - MARGIN - small - (subtitle ? 0 : Math.max(0, type.depth - 12))
  const top = baseline - type.height
  const edge = Math.min(top - 38, 610)
  const picture =
    rect(0, 0, POSTER_WIDTH, edge, paint(palette.deep)) +
    motif(frame(palette, luck, POSTER_WIDTH, edge, 300 + luck.between(-60, 60), edge / 2, Math.min(600, edge * 1.08)))
  return (
    clipped('p', rect(0, 0, POSTER_WIDTH, edge, ''), picture) +
    rect(0, edge, POSTER_WIDTH, 8, paint(luck.pick([palette.loud, palette.spark]))) +
    words(type, MARGIN, top, palette) +
    smallLine(subtitle, MARGIN, POSTER_HEIGHT - MARGIN + 4, MEASURE, palette.ink)
  )
}

/** A shaped window in plain ground. */
const window = ({ title, subtitle, palette, motif, manner, luck }: Parts): string => {
  const small = subtitle ? SMALL_CAPS + 24 : 0
  const type = letter(title, manner, { width: MEASURE, height: 262 - small, largest: 116, anchor: 0 })
  const baseline = POSTER_HEIGHT - MARGIN - small - (subtitle ? 0 : Math.max(0, type.depth - 12))
  const top = baseline - type.height
  const [x, y, width, height] = [MARGIN, MARGIN, MEASURE, Math.min(top - MARGIN - 40, 560)]
  const disc = Math.min(width, height)
  const shapes = [
    () =>
      path(
        `M${x} ${n(y + height)}V${n(y + width / 2)}A${n(width / 2)} ${n(Math.min(width / 2, height * 0.6))} 0 0 1 ${n(x + width)} ${n(y + width / 2)}V${n(y + height)}Z`,
        '',
      ),
    () => circle(x + width / 2, y + height / 2, disc / 2, ''),
    () => rect(x, y, width, height, '', 36),
    () =>
      path(
        `M${x} ${y}H${n(x + width - 150)}A150 150 0 0 1 ${n(x + width)} ${n(y + 150)}V${n(y + height)}H${n(x + 150)}A150 150 0 0 1 ${x} ${n(y + height - 150)}Z`,
        '',
      ),
  ]
  const shape = height < 330 ? shapes[2]! : luck.pick(shapes)
  const picture =
    rect(0, 0, POSTER_WIDTH, POSTER_HEIGHT, paint(palette.deep)) +
    motif(
      frame(palette, luck, POSTER_WIDTH, y + height, x + width / 2, y + height * 0.5, Math.min(width, height) * 1.02),
    )
  return (
    clipped('p', shape(), picture) +
    words(type, MARGIN, top, palette) +
    smallLine(subtitle, MARGIN, POSTER_HEIGHT - MARGIN + 4, MEASURE, palette.ink)
  )
}

/** No title that could be drawn: the motif alone. */
const bare = ({ subtitle, palette, motif, luck }: Parts): string =>
  art(motif, palette, luck, 300, 390, 660) +
  (subtitle ? veil(palette, 640, 740, POSTER_HEIGHT) : '') +
  smallLine(subtitle, MARGIN, POSTER_HEIGHT - MARGIN + 4, MEASURE, palette.ink)

const LAYOUTS = [foot, foot, head, panel, window]

// ---------------------------------------------------------------------------------------------------------------

function frame(
  palette: Palette,
  luck: Chance,
  width: number,
  height: number,
  x: number,
  y: number,
  unit: number,
): Frame {
  return { width, height, x, y, unit, chance: luck, palette }
}

function art(motif: Motif, palette: Palette, luck: Chance, x: number, y: number, unit: number): string {
  return motif(frame(palette, luck, POSTER_WIDTH, POSTER_HEIGHT, x, y, unit))
}

/** Ground that grows from nothing at `from` to opaque at `to` and on to the edge. */
function veil(palette: Palette, from: number, to: number, edge: number): string {
  const stops = [0, 0.55, 0.86, 0.97]
    .map((opacity, i) => `<stop offset="${n(i / 3)}" stop-color="${palette.ground}" stop-opacity="${opacity}"/>`)
    .join('')
  const [top, bottom] = from < edge ? [from, edge] : [edge, from]
  return (
    `<linearGradient id="v" gradientUnits="userSpaceOnUse" x1="0" y1="${n(from)}" x2="0" y2="${n(to)}">${stops}</linearGradient>` +
    rect(0, top, POSTER_WIDTH, bottom - top, paint('url(#v)'))
  )
}

function words(type: Lettering, x: number, y: number, palette: Palette): string {
  return path(type.draw(x, y), `class="type" ${paint(palette.ink)}`)
}

function sheet(palette: Palette, content: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${POSTER_WIDTH}" height="${POSTER_HEIGHT}" viewBox="0 0 ${POSTER_WIDTH} ${POSTER_HEIGHT}">` +
    `<defs>${gradients(palette)}<linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${palette.deep}"/>` +
    `<stop offset="0.75" stop-color="${palette.ground}"/></linearGradient></defs>` +
    `${rect(0, 0, POSTER_WIDTH, POSTER_HEIGHT, paint('url(#g)'))}${content}</svg>`
  )
}
