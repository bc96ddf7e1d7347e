// Draws letters that people read and scripts do not: outlines of a font, bent, joined and crossed by bands, as polygons of
// one single path in no order (decision D1). There is no text in it, no part that is one letter, and no number of points by
// which to know one.
import { outline } from '#art/lettering.ts'

const [WIDTH, HEIGHT] = [200, 64]
const SIZE = 44

type Point = readonly [x: number, y: number]
type Polygon = Point[]

/** Between these. What it draws is no secret: the letters are chosen elsewhere. */
const between = (least: number, most: number) => least + Math.random() * (most - least)
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/** An SVG of these letters. */
export function drawLetters(letters: string): string {
  const bend = makeBend()
  const polygons = [...placed(letters), band(), band(), ...Array.from({ length: 7 }, speck)]
    .map((polygon) => polygon.map(bend))
    .sort(() => Math.random() - 0.5)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#eef0f5"/><path fill="#20283a" fill-rule="evenodd" d="${polygons.map(pathOf).join('')}"/></svg>`
}

/** Each letter in its own weight and slope, turned and sheared, so close to the one before that they touch. */
function placed(letters: string): Polygon[] {
  const step = (WIDTH - 30) / letters.length
  return [...letters].flatMap((letter, at) => {
    const voice = { weight: pick([600, 700, 800] as const), italic: Math.random() < 0.4, tracking: 0 }
    const polygons = polygonsOf(outline(letter, voice, 0, 0, 100))
    const [left, right, top, bottom] = boxOf(polygons)
    const scale = (SIZE * between(0.92, 1.12)) / 100
    // An M beside a W would lie upon it and nobody could read either.
    const narrowing = Math.min(1.05, (1.12 * step) / ((right - left) * scale))
    const [turn, shear] = [between(-0.3, 0.3), between(-0.2, 0.2)]
    const x0 = 15 + step * (at + 0.5) + between(-2, 2)
    const y0 = HEIGHT / 2 + between(-6, 6)
    return polygons.map((polygon) =>
      polygon.map(([px, py]): Point => {
        const x = (px - (left + right) / 2) * scale * narrowing
        const y = (py - (top + bottom) / 2) * scale
        const sheared = x + shear * y
        return [x0 + sheared * Math.cos(turn) - y * Math.sin(turn), y0 + sheared * Math.sin(turn) + y * Math.cos(turn)]
      }),
    )
  })
}

/** A wave across the picture: dark beside the letters, light where it crosses them. */
function band(): Polygon {
  const [y0, slope, height, length, phase] = [
    between(18, 46),
    between(-0.1, 0.1),
    between(3, 9),
    between(22, 50),
    between(0, 6),
  ]
  const thick = between(1.8, 2.6)
  const line = Array.from({ length: 36 }, (_, n): Point => {
    const x = 4 + (n * (WIDTH - 8)) / 35 + between(-1, 1)
    return [x, y0 + slope * (x - WIDTH / 2) + height * Math.sin(x / length + phase)]
  })
  return [...line, ...line.map(([x, y]): Point => [x, y + thick]).reverse()]
}

function speck(): Polygon {
  const [x, y, size] = [between(6, WIDTH - 6), between(6, HEIGHT - 6), between(1, 2.4)]
  const corners = 5 + Math.floor(between(0, 6))
  return Array.from({ length: corners }, (_, n): Point => {
    const [angle, radius] = [(n / corners) * 2 * Math.PI, size * between(0.5, 1.3)]
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}

/** The whole picture as if on wavy paper. */
function makeBend(): (point: Point) => Point {
  const [ax, ay] = [between(1.5, 3), between(2, 4)]
  const [lx, ly] = [between(14, 24), between(24, 42)]
  const [px, py] = [between(0, 6), between(0, 6)]
  return ([x, y]) => [x + ax * Math.sin(y / lx + px), y + ay * Math.sin(x / ly + py)]
}

/** Path data of M, L, Q, C and Z as polygons, each curve cut into a random number of pieces, lines too. */
function polygonsOf(path: string): Polygon[] {
  const polygons: Polygon[] = []
  let polygon: Polygon = []
  for (const [, letter, numbers] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const n = (numbers!.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    const from = polygon.at(-1)
    const ends = n.flatMap((x, i): Point[] => (i % 2 === 0 ? [[x, n[i + 1]!]] : []))
    if (letter === 'M' || !from) {
      polygon = [...ends]
      polygons.push(polygon)
    } else if (letter !== 'Z') {
      polygon.push(...cut([from, ...ends]))
    }
  }
  // Where a polygon begins tells nothing either.
  return polygons.map((points) => {
    const start = Math.floor(Math.random() * points.length)
    return [...points.slice(start), ...points.slice(0, start)]
  })
}

/** Points on the Bézier curve of these: a line of two, a quadratic of three, a cubic of four. */
function cut(control: Point[]): Point[] {
  const pieces = 3 + Math.floor(between(0, 4))
  return Array.from({ length: pieces }, (_, n) => {
    let points = control
    const t = n === pieces - 1 ? 1 : (n + between(0.8, 1.2)) / pieces
    while (points.length > 1)
      points = points.slice(1).map(([x, y], i): Point => {
        const [x0, y0] = points[i]!
        return [x0 + (x - x0) * t, y0 + (y - y0) * t]
      })
    return points[0]!
  })
}

function boxOf(polygons: Polygon[]): [left: number, right: number, top: number, bottom: number] {
  const points = polygons.flat()
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
}

const pathOf = (polygon: Polygon) =>
  `M${polygon.map(([x, y]) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`).join('L')}Z`
