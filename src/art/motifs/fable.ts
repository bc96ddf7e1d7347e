// Horror and platformer: what hides, what jumps.
import {
  around,
  bank,
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

const eye: Motif = ({ x, y, unit, chance, palette }) => {
  const lid = (scale: number, open: number) =>
    `M${n(x - unit * 0.52 * scale)} ${n(y)}Q${n(x)} ${n(y - unit * open)} ${n(x + unit * 0.52 * scale)} ${n(y)}Q${n(x)} ${n(y + unit * open)} ${n(x - unit * 0.52 * scale)} ${n(y)}Z`
  const rays = times(36, (i) => {
    const angle = i * 10 + chance.between(-2, 2)
    const [x1, y1] = around(x, y, unit * 0.34, angle)
    const [x2, y2] = around(x, y, unit * chance.between(0.6, 1), angle)
    return `M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`
  })
  const iris = times(28, (i) => {
    const [x1, y1] = around(x, y, unit * 0.085, (i * 360) / 28)
    const [x2, y2] = around(x, y, unit * chance.between(0.12, 0.155), (i * 360) / 28)
    return `M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`
  })
  return turned(
    chance.pick([0, 0, -14, 14, 90]),
    x,
    y,
    path(rays.join(''), line(palette.partner, unit * 0.007)) +
      path(lid(1.16, 0.66), paint(palette.ground)) +
      times(3, (i) =>
        path(lid(1.16 - i * 0.07, 0.62 - i * 0.07), line(palette.loud, unit * 0.007, 0.5 + i * 0.2)),
      ).join('') +
      clipped(
        's',
        path(lid(0.94, 0.42), ''),
        path(lid(0.94, 0.42), paint(FADE.loudPartner)) +
          circle(x, y, unit * 0.19, paint(palette.ground)) +
          circle(x, y, unit * 0.165, paint(FADE.sparkLoud)) +
          path(iris.join(''), line(palette.ground, unit * 0.007)),
      ) +
      `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(unit * 0.03)}" ry="${n(unit * 0.11)}" ${paint(palette.ground)}/>`,
  )
}

/** A door ajar, somebody in it. */
const doorway: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const lean = chance.sign() * unit * 0.2
  const [top, foot, half] = [y - unit * 0.5, y + unit * 0.2, unit * 0.13]
  const stands = foot + unit * 0.03
  const mist = times(5, (i) =>
    rect(
      -unit * 0.1 + unit * chance.between(-0.3, 0.5),
      foot + unit * (0.02 + i * 0.075),
      unit * chance.between(0.5, 0.9),
      unit * 0.026,
      paint(i % 2 ? palette.partner : palette.loud, 0.35),
      unit * 0.013,
    ),
  )
  return (
    times(Math.ceil(width / (unit * 0.1)) + 1, (i) =>
      rect(i * unit * 0.1, 0, unit * 0.012, foot, paint(palette.deep)),
    ).join('') +
    rect(0, foot, width, height, paint(palette.deep)) +
    polygon(
      [
        [x - half, foot],
        [x + half, foot],
        [x + half * 3.6 + lean, height],
        [x - half * 3.6 + lean, height],
      ],
      paint(FADE.loudGone),
    ) +
    rect(x - half * 1.28, top - half * 0.28, half * 2.56, foot - top + half * 0.28, paint(palette.partner)) +
    rect(x - half, top, half * 2, foot - top, paint(FADE.sparkLoud)) +
    circle(x, stands - unit * 0.325, unit * 0.036, paint(palette.ground)) +
    path(
      `M${n(x - unit * 0.06)} ${n(stands - unit * 0.2)}Q${n(x - unit * 0.055)} ${n(stands - unit * 0.285)} ${n(x)} ${n(stands - unit * 0.285)}Q${n(x + unit * 0.055)} ${n(stands - unit * 0.285)} ${n(x + unit * 0.06)} ${n(stands - unit * 0.2)}L${n(x + unit * 0.042)} ${n(stands)}H${n(x - unit * 0.042)}Z`,
      paint(palette.ground),
    ) +
    mist.join('')
  )
}

/** A moon behind bare trunks. */
const trunks: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const moon = circle(x, y, unit * 0.37, paint(palette.loud)) + circle(x, y, unit * 0.3, paint(FADE.sparkLoud))
  const count = Math.round((width / unit) * 10)
  const trees = times(count, (i) => {
    const px = ((i + chance.between(0.1, 0.9)) / count) * width
    const wide = unit * chance.between(0.012, 0.055)
    const lean = unit * chance.between(-0.05, 0.05)
    const fill = i % 3 === 0 ? palette.deep : palette.ground
    const trunk = polygon(
      [
        [px - wide * 0.4 + lean, -10],
        [px + wide * 0.4 + lean, -10],
        [px + wide, height],
        [px - wide, height],
      ],
      paint(fill),
    )
    const branches = times(3, () => {
      const by = height * chance.between(0.05, 0.55)
      const side = chance.sign()
      const reach = unit * chance.between(0.08, 0.24)
      return polygon(
        [
          [px, by],
          [px + side * reach, by - reach * 0.8],
          [px, by + wide * 0.7],
        ],
        paint(fill),
      )
    })
    return trunk + branches.join('')
  })
  const ground: Point[] = times(6, (i) => [(i / 5) * width, y + unit * chance.between(0.4, 0.48)])
  return (
    circle(x, y, unit * 0.52, paint(palette.partner, 0.45)) +
    moon +
    trees.join('') +
    path(bank({ width, height, x, y, unit, chance, palette }, ground), paint(palette.ground))
  )
}

const stairs: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const flip = chance.sign()
  const step = unit * 0.19
  const from = -Math.ceil(width / step / 2) - 1
  const blocks = times(-from * 2 + 2, (i) => {
    const k = from + i
    const left = x + flip * k * step - (flip < 0 ? step : 0)
    const top = y + unit * 0.12 - k * step * 0.62
    const cap = [palette.loud, palette.spark, palette.loud][Math.abs(k) % 3]!
    return (
      rect(left, top, step + 0.6, height - top + 10, paint(Math.abs(k) % 2 ? palette.partner : FADE.loudPartner)) +
      rect(left, top, step + 0.6, unit * 0.035, paint(cap))
    )
  })
  const hop = (k: number) => {
    const [x1, y1] = [x + flip * (k + 0.5) * step, y + unit * 0.1 - k * step * 0.62]
    const [x2, y2] = [x1 + flip * step, y1 - step * 0.62]
    return `M${n(x1)} ${n(y1)}Q${n((x1 + x2) / 2)} ${n(y1 - step * 2)} ${n(x2)} ${n(y2)}`
  }
  const [bx, by] = [x + flip * 0.95 * step, y + unit * 0.02 - step * 1.42]
  return (
    blocks.join('') +
    path(
      hop(-2) + hop(-1) + hop(0),
      `${line(palette.spark, unit * 0.014)} stroke-linecap="round" stroke-dasharray="1 ${n(unit * 0.032)}"`,
    ) +
    circle(bx, by, unit * 0.065, paint(palette.spark)) +
    circle(bx + flip * unit * 0.022, by - unit * 0.012, unit * 0.014, paint(palette.ground))
  )
}

const islands: Motif = ({ x, y, unit, chance, palette }) => {
  const flip = chance.sign()
  const island = (px: number, py: number, wide: number, tall: number) => {
    const [left, top] = [x + flip * px * unit - (wide * unit) / 2, y + py * unit]
    const w = wide * unit
    const teeth = Math.max(3, Math.round(wide * 14))
    const under: Point[] = times(teeth + 1, (i) => [
      left + (i / teeth) * w,
      top + tall * unit * (i % 2 ? 1 : 0.62) * Math.sin(((i + 0.35) / (teeth + 0.7)) * Math.PI),
    ])
    return (
      polygon([[left, top], ...under, [left + w, top]], paint(FADE.loudPartner)) +
      rect(left - unit * 0.012, top - unit * 0.03, w + unit * 0.024, unit * 0.06, paint(palette.spark), unit * 0.03)
    )
  }
  const gem = (px: number, py: number) => {
    const [cx, cy] = [x + flip * px * unit, y + py * unit]
    return polygon(
      [
        [cx, cy - unit * 0.045],
        [cx + unit * 0.032, cy],
        [cx, cy + unit * 0.045],
        [cx - unit * 0.032, cy],
      ],
      paint(palette.spark),
    )
  }
  return (
    circle(x + flip * unit * 0.14, y - unit * 0.16, unit * 0.3, paint(palette.loud)) +
    circle(x + flip * unit * 0.14, y - unit * 0.16, unit * 0.23, paint(FADE.sparkLoud)) +
    island(-0.3, 0.14, 0.42, 0.26) +
    island(0.27, -0.06, 0.34, 0.22) +
    island(-0.22, -0.32, 0.24, 0.15) +
    island(0.3, 0.36, 0.3, 0.14) +
    gem(-0.3, 0.03) +
    gem(0.27, -0.17) +
    gem(-0.22, -0.43)
  )
}

/** A sun made of squares, clouds too. */
const pixels: Motif = ({ width, x, y, unit, chance, palette }) => {
  const cell = unit / 17
  const snap = (value: number) => Math.round(value / cell) * cell
  const [cx, cy] = [snap(x), snap(y - unit * 0.04)]
  const out: string[] = []
  for (let row = -7; row <= 7; row++) {
    const half = Math.floor(Math.sqrt(7.4 ** 2 - row * row))
    if (row > 1 && row % 2 === 0) continue
    out.push(
      rect(
        cx - (half + 0.5) * cell,
        cy + row * cell,
        (half * 2 + 1) * cell,
        cell + 0.4,
        paint(row < -1 ? palette.spark : palette.loud),
      ),
    )
  }
  const cloud = (px: number, py: number, fill: string) =>
    rect(px, py, cell * 5, cell, paint(fill)) +
    rect(px + cell, py - cell, cell * 2, cell, paint(fill)) +
    rect(px - cell, py + cell, cell * 8, cell, paint(fill))
  const ground: string[] = []
  let tall = 2
  for (let px = 0; px < width; px += cell * 2) {
    tall = Math.max(1, Math.min(4, tall + chance.whole(-1, 1)))
    ground.push(
      rect(px, cy + cell * (9 - tall), cell * 2 + 0.4, cell * 60, paint(palette.partner)),
      rect(px, cy + cell * (9 - tall), cell * 2 + 0.4, cell, paint(palette.loud)),
    )
  }
  // Squares that share an edge must not be softened there, or a seam shows.
  return `<g shape-rendering="crispEdges">${
    out.join('') +
    cloud(snap(x - unit * 0.42), snap(y - unit * 0.3), palette.partner) +
    cloud(snap(x + unit * 0.16), snap(y - unit * 0.12), palette.spark) +
    ground.join('')
  }</g>`
}

export const fableMotifs = {
  horror: [eye, doorway, trunks],
  platformer: [stairs, islands, pixels],
} as const
