// Fighting and shooter: impact, aim.
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

const collision: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const teeth = 9
  const lean = chance.sign() * unit * chance.between(0.1, 0.3)
  const edge: Point[] = times(teeth, (i) => [
    x + lean * (0.5 - i / (teeth - 1)) * 2 + (i % 2 ? 1 : -1) * unit * chance.between(0.04, 0.13),
    (i / (teeth - 1)) * height,
  ])
  const left = polygon([[0, 0], ...edge, [0, height]], paint(FADE.loudPartner))
  const glow = polygon(
    [...edge, ...edge.map(([px, py]): Point => [px + unit * 0.07, py]).reverse()],
    paint(palette.spark),
  )
  const rings = times(3, (i) =>
    circle(x, y, unit * (0.2 + i * 0.14), line(palette.spark, unit * (0.03 - i * 0.008), 0.85 - i * 0.2)),
  )
  return (
    rect(x, 0, width - x, height, paint(FADE.partnerGone)) +
    left +
    glow +
    polygon(star(x, y, unit * 0.3, unit * 0.13, 12, chance.between(0, 30)), paint(palette.spark)) +
    polygon(star(x, y, unit * 0.19, unit * 0.09, 12, 20), paint(palette.loud)) +
    rings.slice(1).join('')
  )
}

const versus: Motif = ({ x, y, unit, chance, palette }) => {
  const radius = unit * 0.36
  const tilt = chance.between(-24, 24)
  const shift = radius * chance.between(0.32, 0.5)
  const half = (side: 1 | -1, fill: string) =>
    path(
      `M${n(x)} ${n(y - radius + side * shift)}A${n(radius)} ${n(radius)} 0 0 ${side === 1 ? 1 : 0} ${n(x)} ${n(y + radius + side * shift)}Z`,
      paint(fill),
    )
  const inner = (side: 1 | -1, fill: string) =>
    path(
      `M${n(x)} ${n(y - radius * 0.45 + side * shift)}A${n(radius * 0.45)} ${n(radius * 0.45)} 0 0 ${side === 1 ? 1 : 0} ${n(x)} ${n(y + radius * 0.45 + side * shift)}Z`,
      paint(fill),
    )
  const speed = times(10, (i) => {
    const side = i % 2 ? 1 : -1
    const py = y + side * shift + radius * (-0.9 + (i / 9) * 1.8)
    const from = x + side * radius * chance.between(1.02, 1.2)
    return rect(Math.min(from, from + side * unit * 0.5), py, unit * 0.5, unit * 0.013, paint(palette.spark, 0.75))
  })
  return turned(
    tilt,
    x,
    y,
    speed.join('') +
      half(1, FADE.loudPartner) +
      half(-1, FADE.sparkLoud) +
      inner(1, palette.spark) +
      inner(-1, palette.partner) +
      rect(x - unit * 0.009, y - unit * 0.8, unit * 0.018, unit * 1.6, paint(palette.ground)),
  )
}

const impact: Motif = ({ x, y, unit, chance, palette }) => {
  const turn = chance.between(0, 40)
  const burst = (outer: number, inner: number, tips: number, fill: string) =>
    polygon(
      star(x, y, unit, unit, tips, turn).map(
        (_, i): Point =>
          around(x, y, unit * (i % 2 ? inner : outer * chance.between(0.78, 1.12)), turn + (i * 180) / tips),
      ),
      paint(fill),
    )
  return (
    burst(0.78, 0.36, 17, palette.partner) +
    burst(0.58, 0.28, 15, FADE.loudPartner) +
    burst(0.38, 0.19, 13, palette.loud) +
    burst(0.24, 0.12, 11, palette.spark)
  )
}

const target: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const bands = [palette.partner, palette.loud, palette.ground, FADE.loudPartner, palette.spark]
  const rings = bands.map((fill, i) => circle(x, y, unit * (0.47 - i * 0.095), paint(fill)))
  const start = chance.between(0, 360)
  return (
    rings.join('') +
    path(arc(x, y, unit * 0.53, start, start + 110), line(palette.spark, unit * 0.022)) +
    path(arc(x, y, unit * 0.53, start + 150, start + 190), line(palette.loud, unit * 0.022)) +
    rect(0, y - 1.5, width, 3, paint(palette.spark, 0.8)) +
    rect(x - 1.5, 0, 3, height, paint(palette.spark, 0.8)) +
    circle(x, y, unit * 0.022, paint(palette.partner))
  )
}

const scope: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const radius = unit * 0.38
  const angle = chance.pick([-38, -28, 28, 38])
  const scene = turned(
    angle,
    x,
    y,
    times(8, (i) =>
      rect(
        x - unit,
        y - radius * 1.2 + i * radius * 0.3,
        unit * 2,
        radius * 0.3 + 1,
        paint(
          [
            palette.loud,
            palette.partner,
            FADE.sparkLoud,
            palette.loud,
            palette.deep,
            palette.spark,
            palette.partner,
            palette.loud,
          ][i]!,
        ),
      ),
    ).join(''),
  )
  const ticks = times(24, (i) => {
    const [x1, y1] = around(x, y, radius * 1.08, i * 15)
    const [x2, y2] = around(x, y, radius * (i % 6 ? 1.14 : 1.26), i * 15)
    return path(`M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`, line(palette.spark, i % 6 ? 3 : 6))
  })
  return (
    path(
      `M${n(x)} 0V${n(y - radius * 1.35)}M${n(x)} ${n(y + radius * 1.35)}V${n(height)}M0 ${n(y)}H${n(x - radius * 1.35)}M${n(x + radius * 1.35)} ${n(y)}H${n(width)}`,
      line(palette.spark, 2, 0.5),
    ) +
    clipped('s', circle(x, y, radius, ''), scene) +
    ticks.join('') +
    path(
      `M${n(x - radius * 0.32)} ${n(y)}H${n(x + radius * 0.32)}M${n(x)} ${n(y - radius * 0.32)}V${n(y + radius * 0.32)}`,
      line(palette.ground, unit * 0.012),
    )
  )
}

/** Dots that swell towards the point of impact. */
const halftone: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const step = unit / 13
  const dots: string[] = []
  const rows = Math.ceil(height / step) + 1
  const columns = Math.ceil(width / step) + 1
  const angle = chance.between(10, 35)
  for (let row = -4; row < rows + 4; row++) {
    for (let column = -4; column < columns + 4; column++) {
      const px = (column + (row % 2 ? 0.5 : 0)) * step
      const py = row * step * 0.87
      const far = Math.hypot(px - x, py - y) / unit
      if (far > 0.78) continue
      const radius = step * 0.56 * (1 - far / 0.8) ** 0.75
      dots.push(circle(px, py, radius, paint(far < 0.17 ? palette.spark : far < 0.46 ? palette.loud : palette.partner)))
    }
  }
  return turned(angle, x, y, dots.join(''))
}

export const forceMotifs = {
  fighting: [collision, versus, impact],
  shooter: [target, scope, halftone],
} as const
