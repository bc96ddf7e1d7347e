// Strategy, simulation, puzzle: grids, maps, pieces that fit.
import {
  around,
  bank,
  circle,
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
import { nestedSquares, pieces } from './pieces.ts'

const hexField: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const radius = unit / 8.4
  const cells: string[] = []
  for (let row = -1; row * radius * 1.5 < height + radius; row++) {
    for (let column = -1; column * radius * 1.732 < width + radius * 2; column++) {
      const cx = (column + (row % 2 ? 0.5 : 0)) * radius * 1.732
      const cy = row * radius * 1.5
      const near = 1 - Math.hypot(cx - x, cy - y) / (unit * 0.95)
      if (chance.next() > near + 0.22) continue
      const fill = chance.pick([
        palette.loud,
        palette.loud,
        palette.partner,
        palette.partner,
        FADE.loudPartner,
        palette.spark,
      ])
      const hexagon = times(6, (i) => around(cx, cy, radius * 0.93, i * 60 - 90))
      cells.push(
        chance.odds(0.22) ? polygon(hexagon, line(palette.spark, unit * 0.008)) : polygon(hexagon, paint(fill)),
      )
      if (chance.odds(0.14)) cells.push(circle(cx, cy, radius * 0.3, paint(palette.ground)))
    }
  }
  return cells.join('')
}

/** Towers on an isometric board. */
const blocks: Motif = ({ x, y, unit, chance, palette }) => {
  const side = unit * 0.125
  const [dx, dy] = [side * 0.866, side * 0.5]
  const size = 5
  const cubes: string[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const px = x + (column - row) * dx
      const foot = y + unit * 0.12 + (column + row - size + 1) * dy
      const central = 1 - (Math.abs(column - 2) + Math.abs(row - 2)) / 5
      const tall = side * Math.max(0.18, chance.between(0, 3.4) * central + (chance.odds(0.15) ? 0.6 : 0))
      const top = foot - tall
      const cap = tall > side * 1.7 ? palette.spark : chance.odds(0.5) ? palette.loud : FADE.sparkLoud
      cubes.push(
        polygon(
          [
            [px - dx, top],
            [px, top + dy],
            [px, foot + dy],
            [px - dx, foot],
          ],
          paint(FADE.loudPartner),
        ) +
          polygon(
            [
              [px + dx, top],
              [px, top + dy],
              [px, foot + dy],
              [px + dx, foot],
            ],
            paint(palette.partner),
          ) +
          polygon(
            [
              [px, top - dy],
              [px + dx, top],
              [px, top + dy],
              [px - dx, top],
            ],
            paint(cap),
          ),
      )
    }
  }
  return cubes.join('')
}

/** A general's table: squares, fronts, arrows. */
const fronts: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const cell = unit / 5
  const left = x - Math.ceil(x / cell) * cell
  const top = y - Math.ceil(y / cell) * cell
  const out: string[] = []
  for (let py = top; py < height; py += cell) {
    for (let px = left; px < width; px += cell) {
      const near = Math.hypot(px + cell / 2 - x, py + cell / 2 - y) / unit
      if (near > 0.62 || chance.odds(0.2)) continue
      const fill = chance.pick([palette.loud, palette.partner, FADE.loudPartner, palette.partner])
      const [a, b, c, d]: Point[] = [
        [px, py],
        [px + cell, py],
        [px + cell, py + cell],
        [px, py + cell],
      ]
      const kind = chance.whole(0, 5)
      if (kind === 0) out.push(rect(px, py, cell, cell, paint(fill)))
      else if (kind === 1)
        out.push(
          polygon(
            chance.pick([
              [a!, b!, c!],
              [b!, c!, d!],
              [c!, d!, a!],
            ]),
            paint(fill),
          ),
        )
      else if (kind === 2)
        out.push(
          rect(px, py, cell, cell, paint(fill)),
          circle(px + cell / 2, py + cell / 2, cell * 0.3, paint(palette.spark)),
        )
      else if (kind === 3) {
        const arrow = `M${n(px + cell * 0.15)} ${n(py + cell * 0.35)}H${n(px + cell * 0.5)}V${n(py + cell * 0.12)}L${n(px + cell * 0.9)} ${n(py + cell * 0.5)}L${n(px + cell * 0.5)} ${n(py + cell * 0.88)}V${n(py + cell * 0.65)}H${n(px + cell * 0.15)}Z`
        out.push(
          rect(px, py, cell, cell, paint(palette.partner)),
          turned(chance.pick([0, 90, 180, 270]), px + cell / 2, py + cell / 2, path(arrow, paint(palette.spark))),
        )
      } else if (kind === 4)
        out.push(
          path(`M${n(px)} ${n(py)}A${n(cell)} ${n(cell)} 0 0 1 ${n(px + cell)} ${n(py + cell)}H${n(px)}Z`, paint(fill)),
        )
      else
        out.push(
          rect(px, py, cell, cell, paint(palette.deep)),
          ...times(4, (i) => rect(px, py + (i + 0.25) * cell * 0.25, cell, cell * 0.09, paint(palette.loud))),
        )
    }
  }
  return out.join('')
}

const waves: Motif = (frame) => {
  const { width, x, y, unit, chance, palette } = frame
  const fills = [palette.spark, palette.loud, FADE.loudPartner, palette.partner, palette.loud, palette.partner]
  const shift = chance.between(0, 6)
  return (
    circle(x + unit * chance.between(-0.25, 0.25), y - unit * 0.26, unit * 0.15, paint(FADE.sparkLoud)) +
    fills
      .map((fill, i) => {
        const base = y - unit * 0.1 + i * unit * 0.115
        const points: Point[] = times(8, (k) => [
          ((k - 0.5) / 6) * width,
          base + Math.sin(k * 1.5 + i * 1.1 + shift) * unit * (0.075 - i * 0.006),
        ])
        return path(bank(frame, points), paint(fill))
      })
      .join('')
  )
}

const contours: Motif = ({ x, y, unit, chance, palette }) => {
  const phases = times(4, () => chance.between(0, 6.28))
  const ring = (scale: number) => {
    const points = times(40, (i) => {
      const angle = (i / 40) * Math.PI * 2
      const wobble =
        1 +
        0.16 * Math.sin(2 * angle + phases[0]!) +
        0.1 * Math.sin(3 * angle + phases[1]! + scale * 2) +
        0.05 * Math.sin(5 * angle + phases[2]!)
      return around(x + unit * 0.12 * (1 - scale), y - unit * 0.06 * (1 - scale), unit * scale * wobble, (i / 40) * 360)
    })
    return `M${points.map(([px, py]) => `${n(px)} ${n(py)}`).join('L')}Z`
  }
  const fills = [palette.partner, FADE.loudPartner, palette.loud, FADE.sparkLoud, palette.spark]
  return (
    fills.map((fill, i) => path(ring(0.56 - i * 0.11), paint(fill))).join('') +
    times(13, (i) =>
      path(
        ring(0.86 - i * 0.066),
        line(i % 4 ? palette.ground : palette.spark, unit * (i % 4 ? 0.005 : 0.007), i % 4 ? 0.55 : 0.9),
      ),
    ).join('') +
    path(
      `M${n(x + unit * 0.1)} ${n(y - unit * 0.06)}l${n(unit * 0.02)} ${n(-unit * 0.22)}`,
      line(palette.ground, unit * 0.012),
    ) +
    polygon(
      [
        [x + unit * 0.12, y - unit * 0.28],
        [x + unit * 0.25, y - unit * 0.235],
        [x + unit * 0.115, y - unit * 0.19],
      ],
      paint(palette.ground),
    )
  )
}

/** Fields from the air. */
const fields: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const reach = Math.hypot(width, height)
  const out: string[] = []
  let top = y - reach * 0.75
  while (top < y + reach * 0.75) {
    const tall = unit * chance.between(0.16, 0.3)
    let left = x - reach * 0.75
    while (left < x + reach * 0.75) {
      const wide = unit * chance.between(0.16, 0.46)
      const fill = chance.pick([palette.loud, palette.partner, palette.spark, FADE.loudPartner, palette.deep])
      out.push(rect(left, top, wide - unit * 0.014, tall - unit * 0.014, paint(fill)))
      const ink = fill === palette.loud || fill === FADE.loudPartner ? palette.partner : palette.loud
      const kind = chance.whole(0, 4)
      if (kind < 2) {
        const step = unit * 0.028
        for (let at = step; at < (kind ? wide : tall) - step; at += step) {
          out.push(
            kind
              ? rect(left + at, top, 3, tall - unit * 0.014, paint(ink, 0.7))
              : rect(left, top + at, wide - unit * 0.014, 3, paint(ink, 0.7)),
          )
        }
      } else if (kind === 2) {
        const radius = Math.min(wide, tall) * 0.36
        out.push(
          circle(left + wide / 2, top + tall / 2, radius, paint(ink)),
          circle(left + wide / 2, top + tall / 2, radius * 0.5, paint(palette.spark)),
        )
      }
      left += wide
    }
    top += tall
  }
  return turned(chance.pick([-24, -14, 14, 24]), x, y, out.join(''))
}

const truchet: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const cell = unit / 5
  const left = x - Math.ceil(x / cell) * cell
  const top = y - Math.ceil(y / cell) * cell
  const out: string[] = []
  const thick = cell * 0.3
  for (let py = top; py < height; py += cell) {
    for (let px = left; px < width; px += cell) {
      out.push(rect(px, py, cell + 0.6, cell + 0.6, paint(palette.partner)))
      const turn = chance.odds(0.5)
      const h = cell / 2
      const d = turn
        ? `M${n(px + h)} ${n(py)}A${n(h)} ${n(h)} 0 0 1 ${n(px)} ${n(py + h)}M${n(px + cell)} ${n(py + h)}A${n(h)} ${n(h)} 0 0 0 ${n(px + h)} ${n(py + cell)}`
        : `M${n(px + h)} ${n(py)}A${n(h)} ${n(h)} 0 0 0 ${n(px + cell)} ${n(py + h)}M${n(px)} ${n(py + h)}A${n(h)} ${n(h)} 0 0 1 ${n(px + h)} ${n(py + cell)}`
      out.push(path(d, line(chance.odds(0.18) ? palette.spark : palette.loud, thick)))
    }
  }
  return out.join('')
}

export const systemMotifs = {
  strategy: [hexField, blocks, fronts],
  simulation: [waves, contours, fields],
  puzzle: [truchet, nestedSquares, pieces],
} as const
