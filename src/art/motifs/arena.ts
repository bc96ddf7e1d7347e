// Racing and sports: speed, lines on the ground, floodlight.
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
  times,
  turned,
} from '../shapes.ts'

/** A road to the horizon, everything beside it blurred into lines. */
const vanishing: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const reach = Math.hypot(width, height)
  const rays = times(26, (i) => {
    const angle = (i * 360) / 26 + chance.between(-4, 4)
    const half = chance.between(0.5, 2.6)
    const from = unit * chance.between(0.09, 0.32)
    return polygon(
      [around(x, y, from, angle), around(x, y, reach, angle - half), around(x, y, reach, angle + half)],
      paint([palette.loud, palette.partner, palette.spark, FADE.loudPartner][i % 4]!, i % 3 ? 1 : 0.8),
    )
  })
  return (
    rays.join('') +
    circle(x, y, unit * 0.2, paint(FADE.sparkLoud)) +
    times(5, (i) =>
      rect(
        x - unit * 0.22,
        y + unit * (0.03 + i * 0.036),
        unit * 0.44,
        unit * (0.006 + i * 0.003),
        paint(palette.ground),
      ),
    ).join('')
  )
}

const circuit: Motif = ({ x, y, unit, chance, palette }) => {
  const flip = chance.sign()
  const at = (px: number, py: number) => `${n(x + flip * px * unit)} ${n(y + py * unit)}`
  const track =
    `M${at(-0.85, 0.28)}C${at(-0.5, 0.3)} ${at(-0.42, -0.42)} ${at(-0.08, -0.4)}` +
    `C${at(0.28, -0.38)} ${at(-0.1, 0.2)} ${at(0.2, 0.24)}C${at(0.44, 0.27)} ${at(0.4, -0.2)} ${at(0.95, -0.24)}`
  const bands: [number, string][] = [
    [0.33, palette.partner],
    [0.27, palette.spark],
    [0.245, palette.loud],
    [0.15, FADE.loudPartner],
    [0.012, palette.spark],
  ]
  return bands
    .map(([thick, stroke], i) =>
      path(
        track,
        `${line(stroke, unit * thick)}${i === 4 ? ` stroke-dasharray="${n(unit * 0.06)} ${n(unit * 0.05)}"` : ''}`,
      ),
    )
    .join('')
}

/** Parallel stripes that bend once, as on the cars of 1975. */
const stripes: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const flip = chance.sign()
  const colours = [palette.spark, palette.loud, FADE.loudPartner, palette.partner]
  const thick = unit * 0.085
  const reach = width + height
  return colours
    .map((stroke, i) => {
      const off = (i - 1.5) * thick * 1.16
      const bend = unit * 0.2
      const left: Point = [x - flip * reach, y + bend + off + reach * 0]
      const a: Point = [x - flip * (bend * 0.4 + off * 0.41), y + bend + off]
      const b: Point = [x + flip * (bend * 1.2 - off * 0.41), y - bend * 0.9 + off]
      const right: Point = [x + flip * reach, y - bend * 0.9 + off]
      return path(
        `M${n(left[0])} ${n(left[1])}L${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}L${n(right[0])} ${n(right[1])}`,
        `${line(stroke, thick)} stroke-linejoin="miter"`,
      )
    })
    .concat(
      circle(x + flip * unit * 0.22, y - unit * 0.36, unit * 0.15, paint(palette.spark)),
      times(3, (i) =>
        rect(
          x - flip * unit * 0.1 - unit * 0.34,
          y + unit * (0.44 + i * 0.035),
          unit * (0.5 - i * 0.12),
          unit * 0.012,
          paint(palette.spark, 0.7),
        ),
      ).join(''),
    )
    .join('')
}

const pitch: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const angle = chance.pick([-32, -18, 18, 32])
  const reach = Math.hypot(width, height)
  const mown = times(14, (i) =>
    i % 2 ? rect(x - reach + i * unit * 0.22, y - reach, unit * 0.22, reach * 2, paint(palette.loud, 0.22)) : '',
  )
  const white = line(palette.spark, unit * 0.02)
  return turned(
    angle,
    x,
    y,
    mown.join('') +
      rect(x - unit * 0.02, y - reach, unit * 0.02, reach * 2, paint(palette.spark)) +
      circle(x - unit * 0.01, y, unit * 0.31, white) +
      path(arc(x - unit * 0.01, y, unit * 0.31, -90, 90), `fill="${FADE.loudPartner}"`) +
      circle(x - unit * 0.01, y, unit * 0.31, white) +
      rect(x + unit * 0.52, y - unit * 0.3, unit * 0.5, unit * 0.6, white) +
      rect(x - unit * 1.02, y - unit * 0.3, unit * 0.5, unit * 0.6, white) +
      circle(x - unit * 0.01, y, unit * 0.045, paint(palette.spark)),
  )
}

/** A ball and the hops behind it, each lower than the last. */
const bounce: Motif = ({ x, y, unit, chance, palette }) => {
  const flip = chance.sign()
  const floor = y + unit * 0.36
  const count = chance.whole(3, 5)
  const fade = chance.between(0.58, 0.72)
  const fills = [FADE.loudPartner, palette.loud, palette.partner, palette.spark, palette.loud]
  const sum = (1 - fade ** count) / (1 - fade)
  const hollow = chance.odds(0.4)
  let left = -0.52
  const arcs: string[] = []
  for (let i = 0; i < count; i++) {
    const span = (1.04 * fade ** i) / sum
    const [from, to] = [x + flip * left * unit, x + flip * (left + span) * unit]
    const d = `M${n(from)} ${n(floor)}Q${n((from + to) / 2)} ${n(floor - 1.56 * fade ** i * unit)} ${n(to)} ${n(floor)}`
    arcs.push(hollow ? path(d, line(fills[i % 3]!, unit * 0.05)) : path(`${d}Z`, paint(fills[i]!)))
    left += span
  }
  const radius = unit * chance.between(0.11, 0.15)
  const ball: Point = [x + flip * (-0.52 + 0.52 / sum) * unit, floor - unit * 0.78]
  return (
    arcs.join('') +
    rect(x - unit * 2, floor, unit * 4, unit * 0.02, paint(palette.spark)) +
    circle(...ball, radius, paint(palette.spark)) +
    clipped(
      's',
      circle(...ball, radius, ''),
      circle(ball[0] + flip * radius * 0.7, ball[1] + radius * 0.6, radius, paint(palette.loud)),
    )
  )
}

const stadium: Motif = ({ x, y, unit, chance, palette }) => {
  const tilt = chance.between(-16, 16)
  const bands = [palette.partner, palette.loud, palette.partner, FADE.loudPartner, palette.spark]
  const oval = (i: number) =>
    `<rect x="${n(x - unit * (0.62 - i * 0.095))}" y="${n(y - unit * (0.4 - i * 0.07))}" width="${n(unit * (1.24 - i * 0.19))}" height="${n(unit * (0.8 - i * 0.14))}" rx="${n(unit * (0.4 - i * 0.07))}" ${paint(bands[i]!)}/>`
  const beams = [-1, 1].map((side) =>
    polygon(
      [
        [x + side * unit * 0.7, y - unit * 0.62],
        [x - side * unit * 0.35, y + unit * 0.05],
        [x + side * unit * 0.25, y + unit * 0.2],
      ],
      paint(palette.spark, 0.28),
    ),
  )
  return turned(
    tilt,
    x,
    y,
    times(5, oval).join('') +
      beams.join('') +
      circle(x, y, unit * 0.055, line(palette.partner, unit * 0.012)) +
      path(`M${n(x)} ${n(y - unit * 0.118)}V${n(y + unit * 0.118)}`, line(palette.partner, unit * 0.012)),
  )
}

export const arenaMotifs = {
  racing: [vanishing, circuit, stripes],
  sports: [pitch, bounce, stadium],
} as const
