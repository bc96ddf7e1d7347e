import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, oklch, shown } from '#art/colour.ts'

type Oklch = [lightness: number, chroma: number, hue: number]
type Theme = 'light' | 'dark'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = readTokens(css)

/** Text (or mark) on ground, with the least contrast WCAG 2.2 AA allows: 4.5 for text, 3 for what outlines a control. */
const grounds = ['ground', 'surface', 'float', 'tint']
const pairs: [text: string, ground: string, least: number][] = [
  ...['ink', 'muted', 'faint', 'accent-ink', 'good', 'warn', 'bad'].flatMap((text) =>
    grounds.map((ground): [string, string, number] => [text, ground, 4.5]),
  ),
  ...['ink', 'muted'].map((text): [string, string, number] => [text, 'tint-strong', 4.5]),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['on-danger', 'danger', 4.5],
  ['on-danger', 'danger-strong', 4.5],
  ['accent-ink', 'accent-soft', 4.5],
  ['ink', 'accent-soft', 4.5],
  ['muted', 'accent-soft', 4.5],
  ...['good', 'warn', 'bad'].flatMap((state): [string, string, number][] => [
    [state, `${state}-soft`, 4.5],
    ['ink', `${state}-soft`, 4.5],
    ['muted', `${state}-soft`, 4.5],
  ]),
  ['on-picture', 'picture-ground', 4.5],
  ...['control', 'focus', 'bad'].flatMap((mark) =>
    ['ground', 'surface', 'float'].map((ground): [string, string, number] => [mark, ground, 3]),
  ),
  ['focus', 'tint', 3],
  ['accent', 'ground', 3],
  ['accent', 'surface', 3],
  ['ink', 'tint-strong', 3],
]

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(pairs)('%s on %s has at least %f : 1', (text, ground, least) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(least)
  })

  it('uses only colours that every screen can show', () => {
    expect(Object.keys(tokens).filter((name) => !shown(...tokens[name]![theme]))).toEqual([])
  })
})

function readTokens(source: string): Record<string, Record<Theme, Oklch>> {
  const found: Record<string, Record<Theme, Oklch>> = {}
  for (const [, name, light, dark] of source.matchAll(
    /--color-([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g,
  )) {
    found[name!] = { light: numbersIn(light!), dark: numbersIn(dark!) }
  }
  return found
}

function numbersIn(text: string): Oklch {
  const [lightness, chroma, hue] = text.split(/[\s/]+/).map(Number)
  return [lightness!, chroma!, hue!]
}

function colour(name: string, theme: Theme): string {
  const token = tokens[name]
  if (!token) throw new Error(`tokens.css has no --color-${name}`)
  return oklch(...token[theme])
}
