// Adventure and survival: horizons, roads, weather.
import {
  around,
  bank,
  circle,
  clipped,
  FADE,
  type Frame,
  line,
  type Motif,
  n,
  type Point,
  paint,
  path,
  polygon,
  rect,
  times,
} from '../shapes.ts'

function ridge(frame: Frame, top: number, rough: number, steps: number): string {
  const { width, height, chance } = frame
  const points: Point[] = times(steps + 1, (i) => [
    (i / steps) * width,
    top + (i % 2 ? -1 : 1) * rough * chance.between(0.35, 1),
  ])
  return `M0 ${n(height)}L${points.map(([px, py]) => `${n(px)} ${n(py)}`).join('L')}L${n(width)} ${n(height)}Z`
}

const ridges: Motif = (frame) => {
  const { x, y, unit, chance, palette } = frame
  const sun: Point = [x + unit * chance.between(-0.2, 0.2), y - unit * 0.12]
  return (
    circle(sun[0], sun[1], unit * 0.44, paint(palette.partner, 0.35)) +
    circle(sun[0], sun[1], unit * 0.34, paint(palette.partner, 0.6)) +
    circle(sun[0], sun[1], unit * 0.24, paint(FADE.sparkLoud)) +
    path(ridge(frame, y + unit * 0.04, unit * 0.12, 7), paint(palette.loud)) +
    path(ridge(frame, y + unit * 0.2, unit * 0.11, 6), paint(FADE.loudPartner)) +
    path(ridge(frame, y + unit * 0.36, unit * 0.09, 5), paint(palette.partner)) +
    path(ridge(frame, y + unit * 0.52, unit * 0.06, 4), paint(palette.ground))
  )
}

const windingRoad: Motif = (frame) => {
  const { width, height, x, y, unit, chance, palette } = frame
  const flip = chance.sign()
  const at = (px: number, py: number) => `${n(x + flip * px * unit)} ${n(y + py * unit)}`
  const land: Point[] = [
    [0, y + unit * 0.02],
    [width * 0.3, y - unit * 0.05],
    [width * 0.65, y + unit * 0.05],
    [width, y - unit * 0.03],
  ]
  const road =
    `M${at(0.1, 0)}C${at(0.4, 0.08)} ${at(0.42, 0.14)} ${at(0.05, 0.2)}C${at(-0.5, 0.29)} ${at(-0.42, 0.42)} ${at(0.1, 0.55)}L${at(0.6, 1.2)}L${at(-0.5, 1.2)}` +
    `C${at(-0.3, 0.7)} ${at(-0.75, 0.36)} ${at(-0.12, 0.19)}C${at(0.2, 0.11)} ${at(0.26, 0.06)} ${at(0.08, 0)}Z`
  return (
    circle(x + flip * unit * 0.1, y - unit * 0.13, unit * 0.29, paint(FADE.sparkLoud)) +
    times(3, (i) =>
      rect(
        x - unit * (0.5 - i * 0.12),
        y - unit * (0.3 - i * 0.1),
        unit * (0.42 + i * 0.1),
        unit * 0.022,
        paint(palette.spark, 0.65),
        unit * 0.011,
      ),
    ).join('') +
    path(bank(frame, land), paint(FADE.loudPartner)) +
    path(road, paint(palette.spark)) +
    rect(0, height - 1, width, 1, paint(palette.ground))
  )
}

const compass: Motif = ({ x, y, unit, chance, palette }) => {
  const turn = chance.between(-30, 30)
  const needle = (angle: number, length: number, half: number, one: string, other: string) => {
    const tip = around(x, y, unit * length, angle)
    return (
      polygon([tip, around(x, y, unit * half, angle + 45), [x, y]], paint(one)) +
      polygon([tip, around(x, y, unit * half, angle - 45), [x, y]], paint(other))
    )
  }
  const small = times(4, (i) => needle(turn + 45 + i * 90, 0.34, 0.1, palette.partner, palette.loud))
  const large = times(4, (i) =>
    needle(turn + i * 90, 0.54, 0.12, palette.spark, i === 3 ? palette.loud : FADE.loudPartner),
  )
  return (
    circle(x, y, unit * 0.44, paint(palette.partner, 0.5)) +
    circle(x, y, unit * 0.44, line(palette.spark, unit * 0.008)) +
    circle(
      x,
      y,
      unit * 0.4,
      `${line(palette.spark, unit * 0.03)} stroke-dasharray="${n(unit * 0.008)} ${n(unit * 0.034)}"`,
    ) +
    circle(x, y, unit * 0.27, line(palette.loud, unit * 0.012)) +
    small.join('') +
    large.join('') +
    circle(x, y, unit * 0.035, paint(palette.ground))
  )
}

const pines: Motif = (frame) => {
  const { width, x, y, unit, chance, palette } = frame
  const row = (foot: number, size: number, fill: string) => {
    const trees: string[] = []
    for (let px = -size * 0.3; px < width + size; px += size * chance.between(0.42, 0.7)) {
      const tall = size * chance.between(0.85, 1.35)
      for (let tier = 0; tier < 3; tier++) {
        const top = foot - tall + tier * tall * 0.24
        const half = size * (0.17 + tier * 0.075)
        trees.push(
          polygon(
            [
              [px, top],
              [px + half, top + tall * 0.42],
              [px - half, top + tall * 0.42],
            ],
            paint(fill),
          ),
        )
      }
    }
    return trees.join('') + rect(0, foot - size * 0.12, width, frame.height, paint(fill))
  }
  return (
    circle(x, y - unit * 0.14, unit * 0.29, paint(FADE.sparkLoud)) +
    times(4, (i) =>
      rect(
        x - unit * 0.3,
        y - unit * (0.02 - i * 0.035),
        unit * 0.6,
        unit * (0.008 + i * 0.004),
        paint(palette.ground),
      ),
    ).join('') +
    row(y + unit * 0.24, unit * 0.22, palette.loud) +
    row(y + unit * 0.4, unit * 0.32, palette.partner) +
    row(y + unit * 0.62, unit * 0.4, palette.ground)
  )
}

const camp: Motif = ({ x, y, unit, chance, palette }) => {
  const wobble = times(14, () => chance.between(0.82, 1.18))
  const contour = (scale: number) => {
    const points = wobble.map((stretch, i) =>
      around(x, y, unit * scale * (1 + (stretch - 1) * (0.5 + scale)), (i * 360) / 14),
    )
    let d = ''
    points.forEach((point, i) => {
      const next = points[(i + 1) % points.length]!
      const middle: Point = [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2]
      d += i === 0 ? `M${n(middle[0])} ${n(middle[1])}` : ''
      const after = points[(i + 2) % points.length]!
      d += `Q${n(next[0])} ${n(next[1])} ${n((next[0] + after[0]) / 2)} ${n((next[1] + after[1]) / 2)}`
    })
    return d
  }
  const rings = times(8, (i) =>
    path(contour(0.86 - i * 0.085), i % 2 ? line(palette.loud, unit * 0.012) : line(palette.partner, unit * 0.02)),
  )
  const [cx, cy] = [x, y + unit * 0.05]
  return (
    rings.join('') +
    path(contour(0.28), paint(palette.partner)) +
    polygon(
      [
        [cx, cy - unit * 0.2],
        [cx + unit * 0.19, cy + unit * 0.09],
        [cx - unit * 0.19, cy + unit * 0.09],
      ],
      paint(FADE.sparkLoud),
    ) +
    polygon(
      [
        [cx, cy - unit * 0.09],
        [cx + unit * 0.055, cy + unit * 0.09],
        [cx - unit * 0.055, cy + unit * 0.09],
      ],
      paint(palette.ground),
    ) +
    path(
      `M${n(cx)} ${n(cy - unit * 0.2)}L${n(cx + unit * 0.03)} ${n(cy - unit * 0.25)}M${n(cx)} ${n(cy - unit * 0.2)}L${n(cx - unit * 0.03)} ${n(cy - unit * 0.25)}`,
      line(palette.spark, unit * 0.012),
    )
  )
}

const tide: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const level = y + unit * 0.06
  const sun = unit * 0.34
  const waves = times(13, (i) => {
    const half = Math.sqrt(Math.max(0.02, 1 - (i / 13) ** 2)) * sun * chance.between(0.72, 1.16)
    const thick = unit * (0.014 + i * 0.0016)
    return rect(
      x - half + unit * chance.between(-0.06, 0.06),
      level + unit * (0.03 + i * 0.041),
      half * 2,
      thick,
      paint(i % 3 === 1 ? palette.spark : palette.loud),
      thick / 2,
    )
  })
  return (
    rect(0, level, width, height, paint(palette.partner)) +
    clipped(
      's',
      rect(0, 0, width, level, ''),
      circle(x, level - unit * 0.02, sun * 1.35, paint(palette.partner, 0.5)) +
        circle(x, level - unit * 0.02, sun, paint(FADE.sparkLoud)),
    ) +
    waves.join('')
  )
}

export const worldMotifs = {
  adventure: [ridges, windingRoad, compass],
  survival: [pines, camp, tide],
} as const
