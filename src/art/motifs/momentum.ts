// Action: edges, cuts, things in flight.
import {
  arc,
  around,
  circle,
  clipped,
  FADE,
  line,
  type Motif,
  n,
  type Point,
  paint,
  path,
  polygon,
  rect,
  star,
  times,
  turned,
} from '../shapes.ts'

const shards: Motif = ({ x, y, unit, chance, palette }) => {
  const count = chance.whole(9, 12)
  const turn = chance.between(0, 360)
  const fills = [FADE.loudPartner, palette.loud, FADE.loudGone, palette.partner, FADE.sparkLoud]
  const long = times(count, (i) => {
    const angle = turn + (i * 360) / count + chance.between(-9, 9)
    const spread = chance.between(4, 13)
    const reach = unit * chance.between(0.5, 1.15)
    const start = unit * chance.between(0.04, 0.14)
    return polygon(
      [around(x, y, start, angle), around(x, y, reach, angle - spread), around(x, y, reach * 0.86, angle + spread)],
      paint(fills[i % fills.length]!),
    )
  })
  const splinters = times(12, () => {
    const angle = chance.between(0, 360)
    const [px, py] = around(x, y, unit * chance.between(0.25, 0.62), angle)
    const size = unit * chance.between(0.012, 0.04)
    return polygon(
      [around(px, py, size * 2, angle), around(px, py, size, angle + 120), around(px, py, size, angle + 230)],
      paint(palette.spark),
    )
  })
  return (
    long.join('') + splinters.join('') + polygon(star(x, y, unit * 0.13, unit * 0.05, 4, turn), paint(palette.spark))
  )
}

const slashes: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const angle = chance.sign() * chance.between(24, 34)
  const reach = Math.hypot(width, height)
  let at = y - unit * 0.55
  const bars = times(7, (i) => {
    const thick = unit * chance.between(0.03, 0.17)
    const left = x - reach * chance.between(0.18, 0.7)
    const fill = [
      palette.partner,
      FADE.loudPartner,
      palette.loud,
      FADE.loudGone,
      palette.spark,
      FADE.sparkLoud,
      palette.partner,
    ][i]!
    const slant = thick * 0.6
    const bar = polygon(
      [
        [left + slant, at],
        [left + reach * 1.2, at],
        [left + reach * 1.2, at + thick],
        [left, at + thick],
      ],
      paint(fill),
    )
    at += thick + unit * chance.between(0.01, 0.06)
    return bar
  })
  return turned(angle, x, y, bars.join(''))
}

/** A disc, sliced and shifted along the cuts. */
const brokenDisc: Motif = ({ x, y, unit, chance, palette }) => {
  const radius = unit * 0.42
  const angle = chance.sign() * chance.between(28, 58)
  const count = 5
  const slices = times(count, (i) => {
    const shift = (i % 2 ? 1 : -1) * unit * chance.between(0.03, 0.15)
    const top = y - radius + (i * 2 * radius) / count
    const disc =
      circle(x, y, radius, paint(i % 2 ? FADE.loudPartner : palette.loud)) +
      circle(x, y, radius * 0.52, paint(i % 2 ? palette.spark : FADE.sparkLoud))
    const strip = rect(x - radius * 1.5, top, radius * 3, (2 * radius) / count - unit * 0.008, '')
    return `<g transform="translate(${n(shift)} 0)">${clipped(`s${i}`, strip, disc)}</g>`
  })
  const lines = times(4, (i) =>
    rect(
      x - unit,
      y - radius + ((i + 1) * 2 * radius) / count - unit * 0.004,
      unit * 2,
      2.5,
      paint(palette.spark, 0.5),
    ),
  )
  return turned(angle, x, y, slices.join('') + lines.join(''))
}

const chevrons: Motif = ({ x, y, unit, chance, palette }) => {
  const turn = chance.pick([-62, -38, 38, 62])
  const fills = [
    palette.partner,
    FADE.loudPartner,
    palette.loud,
    palette.spark,
    FADE.sparkLoud,
    palette.partner,
    palette.loud,
  ]
  const shapes = fills.map((fill, i) => {
    const top = y - unit * (0.62 - i * 0.185)
    const thick = unit * (0.15 - i * 0.012)
    return polygon(
      [
        [x, top],
        [x + unit, top + unit * 0.62],
        [x + unit, top + unit * 0.62 + thick],
        [x, top + thick],
        [x - unit, top + unit * 0.62 + thick],
        [x - unit, top + unit * 0.62],
      ],
      paint(fill),
    )
  })
  return turned(turn, x, y, shapes.join(''))
}

const bolt: Motif = ({ x, y, unit, chance, palette }) => {
  const flip = chance.sign()
  const zigzag: [number, number][] = [
    [0.16, -0.72],
    [-0.26, 0.06],
    [-0.02, 0.06],
    [-0.2, 0.66],
    [0.3, -0.14],
    [0.05, -0.14],
    [0.34, -0.72],
  ]
  const shape = (dx: number, dy: number, style: string) =>
    polygon(
      zigzag.map(([px, py]): Point => [x + flip * (px + dx) * unit * 0.92, y + (py + dy) * unit * 0.92]),
      style,
    )
  const echoes = times(5, (i) =>
    shape((5 - i) * 0.085, (5 - i) * -0.01, paint(i % 2 ? palette.partner : FADE.loudPartner, 0.35 + i * 0.14)),
  )
  return (
    circle(x, y, unit * 0.43, paint(palette.partner, 0.6)) +
    turned(chance.between(-8, 14) * flip, x, y, echoes.join('') + shape(0, 0, paint(FADE.sparkLoud)))
  )
}

/** Thick arcs caught mid-swing. */
const swings: Motif = ({ x, y, unit, chance, palette }) => {
  const fills = [palette.partner, palette.loud, FADE.loudPartner, palette.spark, palette.loud, palette.partner]
  const start = chance.between(0, 360)
  const arcs = fills.map((stroke, i) => {
    const from = start + i * chance.between(28, 46)
    return path(arc(x, y, unit * (0.62 - i * 0.1), from, from + chance.between(130, 250)), line(stroke, unit * 0.082))
  })
  const sparks = times(8, () => {
    const angle = chance.between(0, 360)
    const [px, py] = around(x, y, unit * chance.between(0.3, 0.7), angle)
    return turned(angle + 90, px, py, rect(px - unit * 0.05, py, unit * 0.1, unit * 0.013, paint(palette.spark)))
  })
  return arcs.join('') + sparks.join('') + circle(x, y, unit * 0.05, paint(palette.spark))
}

export const momentumMotifs = { action: [shards, slashes, brokenDisc, chevrons, bolt, swings] } as const
