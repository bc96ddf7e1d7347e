// The few shapes that motifs are cut from, as SVG text.
import type { Palette } from './palettes.ts'
import type { Chance } from './random.ts'

/** Where a motif is drawn: it may bleed over `width` × `height`; its weight sits at (x, y), sized by `unit`. */
export interface Frame {
  width: number
  height: number
  x: number
  y: number
  unit: number
  chance: Chance
  palette: Palette
}

export type Motif = (frame: Frame) => string

/** Gradients that each picture defines (see `gradients`), named by what they fade between. */
export const FADE = {
  loudPartner: 'url(#a)',
  loudGone: 'url(#b)',
  sparkLoud: 'url(#c)',
  partnerGone: 'url(#d)',
} as const

export function gradients(palette: Palette): string {
  const fade = (id: string, from: string, to: string, gone = false) =>
    `<linearGradient id="${id}" x1="0" y1="0" x2="0.35" y2="1"><stop stop-color="${from}"/>` +
    `<stop offset="1" stop-color="${to}"${gone ? ' stop-opacity="0"' : ''}/></linearGradient>`
  return (
    fade('a', palette.loud, palette.partner) +
    fade('b', palette.loud, palette.loud, true) +
    fade('c', palette.spark, palette.loud) +
    fade('d', palette.partner, palette.partner, true)
  )
}

export type Point = readonly [number, number]

export function n(value: number): number {
  return Math.round(value * 10) / 10
}

export function paint(fill: string, opacity = 1): string {
  return `fill="${fill}"${opacity < 1 ? ` opacity="${n(opacity * 100) / 100}"` : ''}`
}

export function line(stroke: string, width: number, opacity = 1): string {
  return `fill="none" stroke="${stroke}" stroke-width="${n(width)}"${opacity < 1 ? ` opacity="${n(opacity * 100) / 100}"` : ''}`
}

export function polygon(points: readonly Point[], style: string): string {
  return `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" ${style}/>`
}

export function circle(x: number, y: number, radius: number, style: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(Math.max(0, radius))}" ${style}/>`
}

export function rect(x: number, y: number, width: number, height: number, style: string, radius = 0): string {
  return (
    `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, width))}" height="${n(Math.max(0, height))}"` +
    `${radius ? ` rx="${n(radius)}"` : ''} ${style}/>`
  )
}

/** Nothing for nothing to draw. */
export function path(d: string, style: string): string {
  return d === '' ? '' : `<path d="${d}" ${style}/>`
}

export function turned(degrees: number, x: number, y: number, content: string): string {
  return `<g transform="rotate(${n(degrees)} ${n(x)} ${n(y)})">${content}</g>`
}

export function clipped(id: string, shape: string, content: string): string {
  return `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${content}</g>`
}

/** Point at `degrees` (0 is right, clockwise) and `radius` around (x, y). */
export function around(x: number, y: number, radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

/** A slice of a ring. */
export function arc(x: number, y: number, radius: number, from: number, to: number): string {
  const [x1, y1] = around(x, y, radius, from)
  const [x2, y2] = around(x, y, radius, to)
  return `M${n(x1)} ${n(y1)}A${n(radius)} ${n(radius)} 0 ${to - from > 180 ? 1 : 0} 1 ${n(x2)} ${n(y2)}`
}

/** A closed, smooth curve through the points (Catmull–Rom). */
export function blob(points: readonly Point[]): string {
  const at = (i: number) => points[(i + points.length) % points.length]!
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`
  for (let i = 0; i < points.length; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    d +=
      `C${n(from[0] + (to[0] - before[0]) / 6)} ${n(from[1] + (to[1] - before[1]) / 6)} ` +
      `${n(to[0] - (after[0] - from[0]) / 6)} ${n(to[1] - (after[1] - from[1]) / 6)} ${n(to[0])} ${n(to[1])}`
  }
  return `${d}Z`
}

/** A smooth line from left to right with everything below it: a hill, a wave, a bank of mist. */
export function bank(frame: Frame, points: readonly Point[]): string {
  let d = `M${n(points[0]![0])} ${n(points[0]![1])}`
  for (let i = 0; i < points.length - 1; i++) {
    const [from, to] = [points[i]!, points[i + 1]!]
    const middle = (from[0] + to[0]) / 2
    d += `C${n(middle)} ${n(from[1])} ${n(middle)} ${n(to[1])} ${n(to[0])} ${n(to[1])}`
  }
  return `${d}V${n(frame.height)}H${n(points[0]![0])}Z`
}

export function star(x: number, y: number, outer: number, inner: number, tips: number, turn = -90): Point[] {
  return Array.from({ length: tips * 2 }, (_, i) => around(x, y, i % 2 ? inner : outer, turn + (i * 180) / tips))
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
