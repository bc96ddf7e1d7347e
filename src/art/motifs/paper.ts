// Indie: cut by hand, pasted, stitched.
import {
  around,
  bank,
  blob,
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
  star,
  times,
  turned,
} from '../shapes.ts'

/** Leaves and pebbles out of coloured paper. */
const cutOuts: Motif = ({ x, y, unit, chance, palette }) => {
  const fills = [palette.loud, palette.partner, palette.spark, FADE.loudPartner]
  // A frond: pairs of rounded lobes on a stem, each a snip of the scissors.
  const leaf = (px: number, py: number, size: number, angle: number, fill: string) => {
    const pairs = chance.whole(3, 4)
    const lobes = times(pairs * 2, (i) => {
      const side = i % 2 ? 1 : -1
      const along = 0.75 - (Math.floor(i / 2) / (pairs - 1)) * 1.35
      const long = size * (0.52 - 0.1 * Math.floor(i / 2))
      const [lx, ly] = [px + side * long * 0.62, py + size * along - long * 0.42]
      return turned(
        side * -34,
        lx,
        ly,
        `<ellipse cx="${n(lx)}" cy="${n(ly)}" rx="${n(long * 0.78)}" ry="${n(size * 0.17)}" ${paint(fill)}/>`,
      )
    })
    return turned(
      angle,
      px,
      py,
      rect(px - size * 0.07, py - size * 0.8, size * 0.14, size * 1.9, paint(fill), size * 0.07) +
        lobes.join('') +
        `<ellipse cx="${n(px)}" cy="${n(py - size * 0.95)}" rx="${n(size * 0.17)}" ry="${n(size * 0.36)}" ${paint(fill)}/>`,
    )
  }
  const pebble = (px: number, py: number, size: number, fill: string) =>
    path(blob(times(7, (i) => around(px, py, size * chance.between(0.72, 1.15), (i * 360) / 7))), paint(fill))
  const spots: [number, number][] = [
    [-0.3, -0.3],
    [0.26, -0.34],
    [0, 0.02],
    [-0.36, 0.22],
    [0.36, 0.2],
    [0.02, 0.44],
    [0.02, -0.58],
  ]
  const turn = chance.whole(0, 3)
  return (
    pebble(x - unit * 0.05, y + unit * 0.04, unit * 0.5, palette.deep) +
    spots
      .map(([px, py], i) => {
        const [cx, cy] = [x + unit * (px + chance.between(-0.05, 0.05)), y + unit * (py + chance.between(-0.05, 0.05))]
        const fill = fills[(i + turn) % fills.length]!
        return i % 3 === 1
          ? pebble(cx, cy, unit * chance.between(0.1, 0.15), fill)
          : leaf(cx, cy, unit * chance.between(0.16, 0.22), chance.between(-50, 50), fill)
      })
      .join('')
  )
}

const quilt: Motif = ({ x, y, unit, chance, palette }) => {
  const columns = 4
  const rows = 4
  const cell = (unit * 0.92) / columns
  const left = x - (columns * cell) / 2
  const top = y - (rows * cell) / 2
  const pairs: [string, string][] = [
    [palette.loud, palette.spark],
    [palette.partner, palette.loud],
    [palette.spark, palette.partner],
    [palette.partner, palette.spark],
    [palette.deep, palette.loud],
  ]
  const out: string[] = []
  let last = -1
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [px, py] = [left + column * cell, top + row * cell]
      const [back, front] = chance.pick(pairs)
      const [cx, cy] = [px + cell / 2, py + cell / 2]
      let kind = chance.whole(0, 6)
      if (kind === last) kind = (kind + 1) % 7
      last = kind
      out.push(rect(px, py, cell + 0.5, cell + 0.5, paint(back)))
      const turn = chance.whole(0, 3) * 90
      const quarter = `M${n(px)} ${n(py)}H${n(px + cell)}A${n(cell)} ${n(cell)} 0 0 1 ${n(px)} ${n(py + cell)}Z`
      const half = `M${n(px)} ${n(py)}H${n(px + cell)}A${n(cell / 2)} ${n(cell / 2)} 0 0 1 ${n(px)} ${n(py)}Z`
      const shapes = [
        () => circle(cx, cy, cell * 0.36, paint(front)),
        () => turned(turn, cx, cy, path(quarter, paint(front))),
        () => turned(turn, cx, cy, path(half, paint(front)) + turned(180, cx, cy, path(half, paint(front)))),
        () => polygon(star(cx, cy, cell * 0.46, cell * 0.18, 4 + chance.whole(0, 4)), paint(front)),
        () =>
          turned(
            turn,
            cx,
            cy,
            polygon(
              [
                [px, py],
                [px + cell, py],
                [px, py + cell],
              ],
              paint(front),
            ),
          ),
        () =>
          times(9, (i) =>
            circle(
              px + cell * (0.2 + (i % 3) * 0.3),
              py + cell * (0.2 + Math.floor(i / 3) * 0.3),
              cell * 0.075,
              paint(front),
            ),
          ).join(''),
        () => circle(cx, cy, cell * 0.4, line(front, cell * 0.1)) + circle(cx, cy, cell * 0.14, paint(front)),
      ]
      out.push(shapes[kind]!())
    }
  }
  return out.join('')
}

const paperHills: Motif = (frame) => {
  const { width, x, y, unit, chance, palette } = frame
  const fills = [palette.spark, palette.loud, FADE.loudPartner, palette.partner, palette.deep]
  const layers = fills.map((fill, i) => {
    const base = y - unit * 0.02 + i * unit * 0.125
    const points: Point[] = times(6, (k) => [((k - 0.5) / 4) * width, base + unit * chance.between(-0.1, 0.09)])
    const shape = bank(frame, points)
    return `<g transform="translate(0 ${n(-unit * 0.012)})">${path(shape, paint(palette.ground, 0.35))}</g>${path(shape, paint(fill))}`
  })
  const stars = times(9, () => {
    const [px, py] = [x + unit * chance.between(-0.6, 0.6), y - unit * chance.between(0.25, 0.6)]
    return polygon(star(px, py, unit * 0.024, unit * 0.009, 4), paint(palette.loud))
  })
  const moon: Point = [x + unit * chance.between(-0.25, 0.25), y - unit * 0.28]
  return (
    stars.join('') +
    circle(moon[0], moon[1], unit * 0.17, paint(palette.loud)) +
    circle(moon[0] + unit * 0.06, moon[1] - unit * 0.04, unit * 0.14, paint(palette.ground)) +
    layers.join('')
  )
}

/** Flowers in a vase, every petal a snip. */
const bouquet: Motif = ({ x, y, unit, chance, palette }) => {
  const foot = y + unit * 0.46
  const fills = [palette.loud, palette.spark, FADE.loudPartner, palette.loud, palette.partner]
  const flowers: [number, number, number][] = [
    [-0.3, -0.16, 0.13],
    [0.28, -0.2, 0.12],
    [0, -0.36, 0.15],
    [-0.13, 0, 0.1],
    [0.17, 0.02, 0.1],
  ]
  const stems = flowers.map(([px, py]) =>
    path(
      `M${n(x)} ${n(foot - unit * 0.2)}Q${n(x + px * unit * 0.2)} ${n(y + py * unit + unit * 0.2)} ${n(x + px * unit)} ${n(y + py * unit)}`,
      line(palette.partner, unit * 0.02),
    ),
  )
  const heads = flowers.map(([px, py, size], i) => {
    const [cx, cy] = [x + (px + chance.between(-0.03, 0.03)) * unit, y + (py + chance.between(-0.03, 0.03)) * unit]
    const petals = chance.whole(5, 9)
    const turn = chance.between(0, 60)
    const fill = fills[i]!
    return (
      times(petals, (k) => {
        const [ex, ey] = around(cx, cy, size * unit * 0.62, turn + (k * 360) / petals)
        return turned(
          turn + (k * 360) / petals,
          ex,
          ey,
          `<ellipse cx="${n(ex)}" cy="${n(ey)}" rx="${n(size * unit * 0.52)}" ry="${n((size * unit * 1.9) / petals)}" ${paint(fill)}/>`,
        )
      }).join('') + circle(cx, cy, size * unit * 0.3, paint(fill === palette.spark ? palette.loud : palette.spark))
    )
  })
  const vase =
    `M${n(x - unit * 0.13)} ${n(foot - unit * 0.26)}H${n(x + unit * 0.13)}C${n(x + unit * 0.09)} ${n(foot - unit * 0.17)} ${n(x + unit * 0.24)} ${n(foot - unit * 0.12)} ${n(x + unit * 0.12)} ${n(foot + unit * 0.06)}` +
    `H${n(x - unit * 0.12)}C${n(x - unit * 0.24)} ${n(foot - unit * 0.12)} ${n(x - unit * 0.09)} ${n(foot - unit * 0.17)} ${n(x - unit * 0.13)} ${n(foot - unit * 0.26)}Z`
  return (
    path(
      blob(times(7, (i) => around(x, y - unit * 0.06, unit * chance.between(0.44, 0.58), (i * 360) / 7))),
      paint(palette.deep),
    ) +
    stems.join('') +
    heads.join('') +
    path(vase, paint(palette.partner)) +
    rect(x - unit * 0.15, foot - unit * 0.12, unit * 0.3, unit * 0.04, paint(palette.loud))
  )
}

/** A bird of three shapes over a field of strokes. */
const bird: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const flip = chance.sign()
  const at = (px: number, py: number): Point => [x + flip * px * unit, y + py * unit]
  const p = ([px, py]: Point) => `${n(px)} ${n(py)}`
  const strokes = times(26, () => {
    const [px, py] = [chance.between(0, width), y + unit * chance.between(0.3, 0.75)]
    return turned(
      chance.between(-14, 14),
      px,
      py,
      rect(
        px,
        py,
        unit * 0.012,
        unit * chance.between(0.06, 0.14),
        paint(chance.pick([palette.loud, palette.spark, palette.partner])),
        unit * 0.006,
      ),
    )
  })
  const wing = (turn: number, scale: number, fill: string) =>
    turned(
      flip * turn,
      ...at(0.05, 0),
      path(
        `M${p(at(0.17, 0.02))}C${p(at(0.12, -0.2 * scale))} ${p(at(-0.1, -0.36 * scale))} ${p(at(-0.42 * scale, -0.44 * scale))}` +
          `C${p(at(-0.36 * scale, -0.24 * scale))} ${p(at(-0.26, -0.06))} ${p(at(-0.1, 0.07))}Z`,
        paint(fill),
      ),
    )
  return (
    circle(x - flip * unit * 0.12, y - unit * 0.08, unit * 0.38, paint(palette.spark)) +
    path(
      bank(
        { width, height, x, y, unit, chance, palette },
        times(5, (i): Point => [(i / 4) * width, y + unit * chance.between(0.3, 0.4)]),
      ),
      paint(palette.deep),
    ) +
    strokes.join('') +
    wing(34, 0.92, palette.partner) +
    path(
      `M${p(at(-0.5, 0.12))}Q${p(at(-0.1, -0.16))} ${p(at(0.3, -0.06))}Q${p(at(0.16, 0.26))} ${p(at(-0.2, 0.16))}Z`,
      paint(palette.loud),
    ) +
    wing(-4, 1, FADE.loudPartner) +
    circle(...at(0.3, -0.09), unit * 0.075, paint(palette.loud)) +
    polygon([at(0.36, -0.12), at(0.48, -0.08), at(0.36, -0.05)], paint(palette.partner)) +
    circle(...at(0.315, -0.105), unit * 0.014, paint(palette.ground))
  )
}

export const paperMotifs = { indie: [cutOuts, quilt, paperHills, bouquet, bird] } as const
