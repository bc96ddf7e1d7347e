// Role-playing: gates, arms, signs, beasts.
import {
  around,
  circle,
  clipped,
  FADE,
  line,
  type Motif,
  n,
  paint,
  path,
  polygon,
  rect,
  star,
  times,
  turned,
} from '../shapes.ts'

const portal: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const reach = Math.hypot(width, height)
  const count = chance.pick([18, 22, 26])
  const rays = times(count, (i) =>
    polygon(
      [[x, y], around(x, y, reach, ((i - 0.25) * 360) / count), around(x, y, reach, ((i + 0.25) * 360) / count)],
      paint(palette.partner, 0.55),
    ),
  )
  const foot = y + unit * 0.42
  const pointed = chance.odds(0.5)
  const door = (half: number, fill: string) => {
    const top = pointed
      ? `C${n(x - half)} ${n(y - half * 0.75)} ${n(x - half * 0.35)} ${n(y - half * 1.15)} ${n(x)} ${n(y - half * 1.4)}C${n(x + half * 0.35)} ${n(y - half * 1.15)} ${n(x + half)} ${n(y - half * 0.75)} ${n(x + half)} ${n(y)}`
      : `A${n(half)} ${n(half)} 0 0 1 ${n(x + half)} ${n(y)}`
    return path(`M${n(x - half)} ${n(foot)}V${n(y)}${top}V${n(foot)}Z`, paint(fill))
  }
  return (
    rays.join('') +
    door(unit * 0.37, palette.ground) +
    door(unit * 0.34, FADE.loudPartner) +
    door(unit * 0.25, palette.ground) +
    door(unit * 0.22, FADE.sparkLoud) +
    door(unit * 0.12, palette.ground) +
    circle(x, y - unit * 0.52, unit * 0.045, paint(palette.spark))
  )
}

const crest: Motif = ({ x, y, unit, chance, palette }) => {
  const shield = (scale: number) => {
    const [w, top, low] = [unit * 0.36 * scale, y - unit * 0.4 * scale, y + unit * 0.46 * scale]
    return (
      `M${n(x - w)} ${n(top)}H${n(x + w)}V${n(y)}C${n(x + w)} ${n(y + unit * 0.26 * scale)} ${n(x + w * 0.45)} ${n(y + unit * 0.38 * scale)} ${n(x)} ${n(low)}` +
      `C${n(x - w * 0.45)} ${n(y + unit * 0.38 * scale)} ${n(x - w)} ${n(y + unit * 0.26 * scale)} ${n(x - w)} ${n(y)}Z`
    )
  }
  const quarter = chance.odds(0.5)
  const field = quarter
    ? rect(x, y - unit, unit, unit * 0.98, paint(palette.partner)) +
      rect(x - unit, y - unit * 0.02, unit, unit, paint(palette.partner))
    : times(5, (i) =>
        polygon(
          [
            [x - unit * 0.5, y - unit * 0.5 + i * unit * 0.24],
            [x, y - unit * 0.34 + i * unit * 0.24],
            [x + unit * 0.5, y - unit * 0.5 + i * unit * 0.24],
            [x + unit * 0.5, y - unit * 0.38 + i * unit * 0.24],
            [x, y - unit * 0.22 + i * unit * 0.24],
            [x - unit * 0.5, y - unit * 0.38 + i * unit * 0.24],
          ],
          paint(palette.partner),
        ),
      ).join('')
  const tips = chance.pick([4, 6, 8])
  return (
    path(shield(1.14), line(palette.spark, unit * 0.012)) +
    path(shield(1.04), paint(palette.spark)) +
    clipped('s', path(shield(0.97), ''), path(shield(1), paint(FADE.loudPartner)) + field) +
    polygon(star(x, y - unit * 0.04, unit * 0.2, unit * 0.075, tips), paint(palette.spark)) +
    times(2, (i) => {
      const side = i ? 1 : -1
      return times(4, (k) => {
        const [px, py] = around(x, y, unit * 0.56, 90 - side * (28 + k * 19))
        return turned(
          -side * (28 + k * 19),
          px,
          py,
          `<ellipse cx="${n(px)}" cy="${n(py)}" rx="${n(unit * 0.075)}" ry="${n(unit * 0.027)}" ${paint(palette.loud)}/>`,
        )
      }).join('')
    }).join('')
  )
}

/** A drawn circle: rings, a star polygon in one stroke, small bodies on their orbits. */
const circleOfSigns: Motif = ({ x, y, unit, chance, palette }) => {
  const tips = chance.pick([5, 7, 7, 8, 9])
  const skip = tips > 6 ? 3 : 2
  const radius = unit * 0.4
  const turn = chance.between(-90, 0)
  const points = times(tips, (i) => around(x, y, radius * 0.86, turn + (i * skip * 360) / tips))
  const ticks = times(48, (i) => {
    const [x1, y1] = around(x, y, radius, i * 7.5)
    const [x2, y2] = around(x, y, radius * (i % 4 ? 1.04 : 1.1), i * 7.5)
    return `M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`
  })
  const bodies = times(tips, (i) => {
    const [px, py] = around(x, y, radius * 0.86, turn + (i * 360) / tips)
    return circle(px, py, unit * (i % 2 ? 0.022 : 0.036), paint(i % 2 ? palette.spark : palette.loud))
  })
  return (
    circle(x, y, radius * 1.42, paint(palette.partner, 0.35)) +
    circle(x, y, radius * 1.2, paint(palette.partner, 0.6)) +
    circle(x, y, radius, paint(palette.ground)) +
    circle(x, y, radius, line(palette.spark, unit * 0.01)) +
    path(ticks.join(''), line(palette.spark, unit * 0.006)) +
    polygon(points, `${line(palette.loud, unit * 0.014)} stroke-linejoin="round"`) +
    circle(x, y, radius * 0.36, paint(FADE.sparkLoud)) +
    circle(x + radius * 0.13, y - radius * 0.08, radius * 0.29, paint(palette.ground)) +
    bodies.join('')
  )
}

const sword: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const reach = Math.hypot(width, height)
  const rays = times(16, (i) =>
    polygon(
      [[x, y], around(x, y, reach, i * 22.5 + 4), around(x, y, reach, i * 22.5 + 11)],
      paint(palette.partner, 0.5),
    ),
  )
  const [tip, guard, half] = [y - unit * 0.5, y + unit * 0.2, unit * 0.042]
  return (
    rays.join('') +
    circle(x, y - unit * 0.06, unit * 0.34, paint(FADE.loudPartner)) +
    circle(x, y - unit * 0.06, unit * 0.26, line(palette.ground, unit * 0.008, 0.6)) +
    turned(
      chance.pick([-32, 0, 0, 32]),
      x,
      y - unit * 0.06,
      polygon(
        [
          [x, tip],
          [x + half, tip + unit * 0.09],
          [x + half, guard],
          [x, guard],
        ],
        paint(palette.spark),
      ) +
        polygon(
          [
            [x, tip],
            [x - half, tip + unit * 0.09],
            [x - half, guard],
            [x, guard],
          ],
          paint('#ffffff'),
        ) +
        rect(x - unit * 0.16, guard, unit * 0.32, unit * 0.042, paint(palette.spark), unit * 0.02) +
        rect(x - unit * 0.022, guard + unit * 0.03, unit * 0.044, unit * 0.17, paint(palette.loud)) +
        circle(x, guard + unit * 0.215, unit * 0.04, paint(palette.spark)),
    )
  )
}

const castle: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const foot = y + unit * 0.46
  const tower = (px: number, wide: number, tall: number, fill: string, pointed: boolean) => {
    const [left, top] = [x + px * unit - (wide * unit) / 2, foot - tall * unit]
    const w = wide * unit
    const roof = pointed
      ? polygon(
          [
            [left - w * 0.14, top],
            [left + w / 2, top - w * 1.5],
            [left + w * 1.14, top],
          ],
          paint(palette.spark),
        )
      : times(3, (i) => rect(left + (i * 2 * w) / 5, top - w * 0.2, w / 5, w * 0.22, paint(fill))).join('')
    return (
      rect(left, top, w, height, paint(fill)) +
      roof +
      rect(left + w * 0.4, top + w * 0.4, w * 0.2, w * 0.5, paint(palette.spark), w * 0.1)
    )
  }
  const at = chance.sign()
  return (
    circle(x + at * unit * 0.16, y - unit * 0.16, unit * 0.36, paint(palette.partner, 0.5)) +
    circle(x + at * unit * 0.16, y - unit * 0.16, unit * 0.26, paint(FADE.sparkLoud)) +
    tower(-0.34, 0.13, 0.5, palette.loud, true) +
    tower(0.36, 0.11, 0.42, palette.loud, true) +
    tower(-0.17, 0.15, 0.36, FADE.loudPartner, false) +
    tower(0.2, 0.16, 0.56, FADE.loudPartner, true) +
    tower(0.01, 0.2, 0.66, palette.partner, true) +
    rect(x - unit * 0.46, foot - unit * 0.17, unit * 0.92, height, paint(palette.partner)) +
    times(12, (i) =>
      rect(x - unit * 0.46 + i * unit * 0.0785, foot - unit * 0.205, unit * 0.045, unit * 0.04, paint(palette.partner)),
    ).join('') +
    path(
      `M${n(x - unit * 0.07)} ${n(foot + unit * 0.1)}V${n(foot - unit * 0.02)}A${n(unit * 0.07)} ${n(unit * 0.07)} 0 0 1 ${n(x + unit * 0.07)} ${n(foot - unit * 0.02)}V${n(foot + unit * 0.1)}Z`,
      paint(palette.ground),
    ) +
    rect(0, foot + unit * 0.08, width, height, paint(palette.ground))
  )
}

/** A dragon's hide with one eye in it. */
const scales: Motif = ({ width, height, x, y, unit, chance, palette }) => {
  const size = unit / 7
  const out: string[] = []
  const reach = Math.max(width, height)
  const fills = [palette.loud, FADE.loudPartner, palette.partner]
  for (let row = 0; row * size * 0.5 < reach * 1.7; row++) {
    const py = y - reach * 0.85 + row * size * 0.5
    for (let column = -Math.ceil(reach / size); column < Math.ceil(reach / size); column++) {
      const px = x + (column + (row % 2) * 0.5) * size
      const far = Math.hypot(px - x, py - y) / unit
      if (far > 0.85) continue
      out.push(
        circle(px, py, size * 0.52, paint(palette.ground)) +
          circle(
            px,
            py - size * 0.03,
            size * 0.47,
            paint(fills[far < 0.3 ? 0 : far < 0.55 ? chance.whole(0, 1) : chance.whole(1, 2)]!),
          ),
      )
    }
  }
  const eye = (scale: number) =>
    `M${n(x - unit * 0.27 * scale)} ${n(y + unit * 0.03)}Q${n(x - unit * 0.02)} ${n(y - unit * 0.26 * scale)} ${n(x + unit * 0.29 * scale)} ${n(y - unit * 0.06 * scale)}Q${n(x + unit * 0.04)} ${n(y + unit * 0.2 * scale)} ${n(x - unit * 0.27 * scale)} ${n(y + unit * 0.03)}Z`
  return turned(
    chance.pick([-16, 16]),
    x,
    y,
    out.reverse().join('') +
      path(eye(1.25), paint(palette.ground)) +
      path(eye(1), paint(palette.spark)) +
      `<ellipse cx="${n(x + unit * 0.01)}" cy="${n(y - unit * 0.012)}" rx="${n(unit * 0.032)}" ry="${n(unit * 0.108)}" ${paint(palette.ground)}/>`,
  )
}

export const legendMotifs = { rpg: [portal, crest, circleOfSigns, sword, castle, scales] } as const
