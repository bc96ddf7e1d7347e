// Accounts: a badge on a lanyard, with somebody on it.
import { key } from './card.ts'
import { brandHue, brandPalette, type Palette } from './palettes.ts'
import { type Chance, chance, hash } from './random.ts'
import {
  around,
  circle,
  clipped,
  gradients,
  line,
  n,
  type Point,
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
const WIDTH = 600
const HEIGHT = 800

export function accountPoster({ title, subtitle, seed }: { title: string; subtitle: string; seed: string }): string {
  const luck = chance(seed)
  const hue = brandHue(title, hash(seed))
  const ground = brandPalette(hue, luck.odds(0.6))
  const card = brandPalette(hue, false)
  const [x, y, w, h] = [86, 122, 428, 612]
  const small = subtitle ? 40 : 0
  const type = letter(title.replace(/\s+Account$/iu, ''), TITLE, {
    width: w - 72,
    height: 164 - small,
    largest: 74,
    anchor: 0,
  })
  const foot = y + h - 92
  const top = foot - small - type.height - Math.max(0, type.depth - 8)

  const badge =
    rect(x + 8, y + 18, w, h, 'fill="#000" opacity="0.22"', 34) +
    rect(x, y, w, h, paint('#ffffff'), 34) +
    clipped(
      'k',
      path(`M${x} ${n(top - 34)}V${y + 34}a34 34 0 0 1 34 -34H${x + w - 34}a34 34 0 0 1 34 34V${n(top - 34)}Z`, ''),
      portrait(card, luck, x, y, w, top - 34 - y),
    ) +
    rect(x + w / 2 - 46, y + 22, 92, 22, paint(ground.deep), 11) +
    path(type.draw(x + 36, top), `class="type" ${paint(card.ink)}`) +
    smallLine(subtitle, x + 36, foot - 2, w - 72, card.ink, 23) +
    bars(x + 36, y + h - 66, w - 150, card, luck) +
    key(x + w - 56, y + h - 52, 30, card.loud)
  const strap = (side: 1 | -1): Point[] => [
    [285, y + 32],
    [315, y + 32],
    [300 + side * 120 + 34, -20],
    [300 + side * 120 - 34, -20],
  ]

  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<defs>${gradients(card)}<linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${ground.deep}"/>` +
    `<stop offset="1" stop-color="${ground.ground}"/></linearGradient></defs>${rect(0, 0, WIDTH, HEIGHT, paint('url(#g)'))}` +
    times(4, (i) => circle(300, 380, 260 + i * 90, line(ground.loud, 30, 0.16))).join('') +
    turned(
      luck.pick([-3, -2, 2, 3]),
      300,
      0,
      badge +
        polygon(strap(-1), paint(card.partner)) +
        polygon(strap(1), paint(card.loud)) +
        rect(282, y + 16, 36, 30, paint('#c9ccd6'), 8),
    ) +
    '</svg>'
  )
}

/** A head and shoulders out of circles, before a pattern. */
function portrait(palette: Palette, luck: Chance, x: number, y: number, w: number, h: number): string {
  const [cx, cy] = [x + w / 2, y + h * 0.5]
  const behind = luck.pick([
    () =>
      times(18, (i) =>
        polygon([[cx, cy], around(cx, cy, 500, i * 20), around(cx, cy, 500, i * 20 + 10)], paint(palette.partner)),
      ).join(''),
    () => times(5, (i) => circle(cx, cy, 330 - i * 62, paint(i % 2 ? palette.loud : palette.partner))).join(''),
    () => times(10, (i) => rect(x, y + i * 46, w, 23, paint(palette.partner))).join(''),
    () =>
      times(35, (i) => circle(x + 30 + (i % 7) * 62, y + 40 + Math.floor(i / 7) * 66, 13, paint(palette.partner))).join(
        '',
      ),
  ])()
  const r = Math.min(w, h) * 0.235
  const face = luck.pick([
    () => rect(cx - r * 0.62, cy - r * 0.5, r * 1.24, r * 0.42, paint(palette.ink), r * 0.21),
    () => polygon(star(cx, cy - r * 0.25, r * 0.5, r * 0.2, 4), paint(palette.loud)),
    () =>
      circle(cx - r * 0.36, cy - r * 0.2, r * 0.16, paint(palette.ink)) +
      circle(cx + r * 0.36, cy - r * 0.2, r * 0.16, paint(palette.ink)),
    () =>
      path(
        `M${n(cx - r)} ${n(cy - r * 0.2)}A${n(r)} ${n(r)} 0 0 1 ${n(cx + r)} ${n(cy - r * 0.2)}Z`,
        paint(palette.ink),
      ),
  ])()
  return (
    rect(x, y, w, h, paint(palette.loud)) +
    behind +
    path(
      `M${n(cx - r * 1.9)} ${n(y + h)}A${n(r * 1.9)} ${n(r * 1.7)} 0 0 1 ${n(cx + r * 1.9)} ${n(y + h)}Z`,
      paint(palette.ink),
    ) +
    circle(cx, cy - r * 0.2, r * 1.12, paint(palette.loud)) +
    circle(cx, cy - r * 0.2, r, paint('url(#c)')) +
    face
  )
}

function bars(x: number, y: number, width: number, palette: Palette, luck: Chance): string {
  const out: string[] = []
  for (let at = 0; at < width - 12; ) {
    const thick = luck.pick([3, 3, 5, 8])
    out.push(rect(x + at, y, thick, 30, paint(palette.ink)))
    at += thick + luck.pick([4, 6, 9])
  }
  return out.join('')
}
