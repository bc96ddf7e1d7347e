import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Rgb = readonly [number, number, number]
type Oklch = { l: number; c: number; h: number; alpha: number }
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
    const outside = Object.keys(tokens).filter((name) =>
      linear(tokens[name]![theme]).some((channel) => channel < -0.002 || channel > 1.002),
    )
    expect(outside).toEqual([])
  })
})

function readTokens(source: string): Record<string, Record<Theme, Oklch>> {
  const found: Record<string, Record<Theme, Oklch>> = {}
  for (const [, name, light, dark] of source.matchAll(
    /--color-([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g,
  )) {
    found[name!] = { light: oklch(light!), dark: oklch(dark!) }
  }
  return found
}

function oklch(text: string): Oklch {
  const [l, c, h, alpha] = text.split(/[\s/]+/).map(Number)
  return { l: l!, c: c!, h: h!, alpha: alpha ?? 1 }
}

function colour(name: string, theme: Theme): Rgb {
  const token = tokens[name]
  if (!token) throw new Error(`tokens.css has no --color-${name}`)
  const [r, g, b] = linear(token[theme])
  return [clamp(r), clamp(g), clamp(b)]
}

/** OKLCH to linear sRGB: https://bottosson.github.io/posts/oklab/ */
function linear({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function clamp(channel: number) {
  return Math.min(1, Math.max(0, channel))
}

function contrast(one: Rgb, other: Rgb) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance([r, g, b]: Rgb) {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
