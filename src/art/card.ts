// Point and gift cards: an object on a ground, the figure large on it, the brand's colour all over.
import { measure, outline, type Voice } from './lettering.ts'
import { brandHue, brandPalette, type Palette } from './palettes.ts'
import { type Chance, chance, hash } from './random.ts'
import { drawableTitle, part } from './setting.ts'
import {
  around,
  circle,
  clipped,
  gradients,
  line,
  n,
  paint,
  path,
  polygon,
  rect,
  star,
  times,
  turned,
} from './shapes.ts'
import { letter, type Manner, smallLine } from './title.ts'

const TITLE: Manner = { voice: { weight: 800, italic: false, tracking: -0.045 }, capitals: false, leading: 0.98 }
const FIGURE: Voice = { weight: 900, italic: false, tracking: -0.03 }

const WIDTH = 600
const HEIGHT = 800
const MARGIN = 46

export function cardPoster(input: { title: string; subtitle: string; figure?: string; seed: string }): string {
  const { title, subtitle } = input
  // The same brand has the same hue on all its cards; the seed only varies pattern and tilt.
  const luck = chance(input.seed)
  const palette = brandPalette(brandHue(title, hash(title.split(' ')[0] ?? '')), luck.odds(0.5))
  const small = subtitle ? 44 : 0
  const { head, tail } = splitCurrency(title)
  const box = { width: WIDTH - 2 * MARGIN, height: 236 - small, largest: 92, anchor: 0 as const }
  const type = letter(tail ? `${head}: ${tail}` : head, TITLE, box)
  const top = HEIGHT - MARGIN - small - type.height - Math.max(0, type.depth - 12)
  const middle = Math.min(300, (top - 20) / 2 + 14)
  const tilt = luck.pick([-9, -6, 6, 9])

  const content =
    backdrop(palette, luck, middle) +
    turned(-tilt * 1.6, 300, middle, plastic(palette, luck, middle, '', true)) +
    turned(tilt, 300, middle, plastic(palette, luck, middle, drawableTitle(input.figure ?? ''), false)) +
    path(type.draw(MARGIN, top), `class="type" ${paint(palette.ink)}`) +
    smallLine(subtitle, MARGIN, HEIGHT - MARGIN + 4, WIDTH - 2 * MARGIN, palette.ink)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<defs>${gradients(palette)}<linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${palette.deep}"/>` +
    `<stop offset="0.8" stop-color="${palette.ground}"/></linearGradient></defs>` +
    `${rect(0, 0, WIDTH, HEIGHT, paint('url(#g)'))}${content}</svg>`
  )
}

/** "Steam Gift Card (US Dollar)": what stands in brackets is the second line. */
function splitCurrency(title: string): { head: string; tail: string } {
  const match = /^(.+?)\s*\(([^)]+)\)$/u.exec(title)
  return match ? { head: match[1]!, tail: match[2]! } : part(title)
}

function backdrop(palette: Palette, luck: Chance, middle: number): string {
  const kinds = [
    () => times(5, (i) => circle(300, middle, 150 + i * 85, line(palette.loud, 26, 0.16))).join(''),
    () =>
      times(11, (i) => turned(-35, 300, middle, rect(-300 + i * 120, -400, 50, 1600, paint(palette.loud, 0.13)))).join(
        '',
      ),
    () =>
      times(20, (i) =>
        polygon(
          [[300, middle], around(300, middle, 900, i * 18), around(300, middle, 900, i * 18 + 8)],
          paint(palette.loud, 0.15),
        ),
      ).join(''),
    () => circle(luck.between(120, 480), middle + luck.between(-60, 60), 290, paint(palette.loud, 0.2)),
  ]
  return luck.pick(kinds)()
}

/** The card itself, 430 × 272, the proportions of a bank card. */
function plastic(palette: Palette, luck: Chance, middle: number, figure: string, back: boolean): string {
  const [w, h] = [452, 286]
  const [x, y] = [300 - w / 2, middle - h / 2]
  const shadow = rect(x + 6, y + 16, w, h, `fill="#000" opacity="0.22"`, 30)
  const body = rect(x, y, w, h, paint(back ? palette.partner : palette.loud), 30)
  if (back) return shadow + body + rect(x, y + 44, w, 54, paint(palette.deep, 0.75))

  const pattern = clipped('k', rect(x, y, w, h, '', 30), face(palette, luck, x, y, w, h))
  const size = Math.min(132, (w - 76) / Math.max(0.6, measure(figure, FIGURE)))
  const lettering = figure
    ? path(outline(figure, FIGURE, x + 36, y + h - 40, size), `class="type" ${paint('#ffffff')}`)
    : key(x + 96, y + h - 96, 52)
  const chip =
    rect(x + w - 98, y + 36, 60, 46, paint(palette.spark), 10) +
    path(
      `M${n(x + w - 98)} ${n(y + 59)}H${n(x + w - 38)}M${n(x + w - 68)} ${n(y + 36)}V${n(y + 82)}`,
      line(palette.partner, 3, 0.6),
    )
  return shadow + body + pattern + chip + (figure ? key(x + 56, y + 58, 20) : '') + lettering
}

function face(palette: Palette, luck: Chance, x: number, y: number, w: number, h: number): string {
  const kinds = [
    () => times(6, (i) => circle(x + w * 0.86, y + h * 0.9, 60 + i * 48, line(palette.partner, 20, 0.75))).join(''),
    () =>
      times(9, (i) =>
        turned(-30, x + w / 2, y + h / 2, rect(x - 60 + i * 76, y - 200, 36, 760, paint(palette.partner, 0.6))),
      ).join(''),
    () =>
      polygon(
        [
          [x + w * 0.35, y],
          [x + w, y],
          [x + w, y + h],
        ],
        paint(palette.partner, 0.85),
      ) +
      polygon(
        [
          [x + w * 0.7, y],
          [x + w, y],
          [x + w, y + h * 0.5],
        ],
        paint(palette.loud),
      ),
    () =>
      circle(x + w * 0.82, y + h * 0.32, 150, paint(palette.partner)) +
      circle(x + w * 0.82, y + h * 0.32, 92, paint('url(#c)', 0.9)),
    () =>
      times(28, (i) =>
        polygon(
          star(x + 30 + (i % 7) * 66 + (Math.floor(i / 7) % 2) * 33, y + 40 + Math.floor(i / 7) * 70, 15, 6, 4),
          paint(palette.partner, 0.8),
        ),
      ).join(''),
  ]
  return luck.pick(kinds)()
}

/** The series' mark: a keyhole. */
export function key(x: number, y: number, size: number, fill = '#ffffff'): string {
  return (
    circle(x, y - size * 0.3, size * 0.46, paint(fill)) +
    polygon(
      [
        [x - size * 0.2, y - size * 0.1],
        [x + size * 0.2, y - size * 0.1],
        [x + size * 0.36, y + size * 0.75],
        [x - size * 0.36, y + size * 0.75],
      ],
      paint(fill),
    )
  )
}
