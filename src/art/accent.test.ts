// Whatever colour an owner chooses, what stands on it and beside it can be read, in both themes.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentOf, accentSheet, GROUNDS, HOUSE_ACCENT, type Theme } from './accent.ts'
import { contrast, oklch, oklchOf } from './colour.ts'

const css = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8')
const THEMES: Theme[] = ['light', 'dark']

/** A colour of the house as #rrggbb. */
function token(name: string, theme: Theme): string {
  const themes = new RegExp(`--color-${name}: light-dark\\(oklch\\(([^)]+)\\), oklch\\(([^)]+)\\)\\)`).exec(css)!
  const [lightness, chroma, hue] = themes[THEMES.indexOf(theme) + 1]!.split(' ').map(Number)
  return oklch(lightness!, chroma!, hue!)
}

test('the grounds and the usual colour are those of the tokens', () => {
  for (const theme of THEMES)
    for (const [name, colour] of Object.entries(GROUNDS[theme])) expect(token(name, theme), name).toBe(colour)
  expect(token('accent', 'light')).toBe(HOUSE_ACCENT)
})

const hex = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`)

const EDGES = [
  '#000000',
  '#ffffff',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#808080',
  '#8e8f8e',
]

test('every pair has the contrast that WCAG asks for', () => {
  fc.assert(
    fc.property(hex, (chosen) => {
      for (const theme of THEMES) {
        const { ground, surface, float, tint, ink, muted } = GROUNDS[theme]
        const made = accentOf(chosen)[theme]
        const pairs: [string, string, number][] = [
          [made['on-accent'], made.accent, 4.5],
          [made['on-accent'], made['accent-strong'], 4.5],
          ...[ground, surface, float, tint, made['accent-soft']].map((below): [string, string, number] => {
            return [made['accent-ink'], below, 4.5]
          }),
          ...[ink, muted].map((text): [string, string, number] => [text, made['accent-soft'], 4.5]),
          ...[ground, surface, float, tint].map((below): [string, string, number] => [made.focus, below, 3]),
          ...[ground, surface].map((below): [string, string, number] => [made.accent, below, 3]),
        ]
        for (const [above, below, least] of pairs)
          expect(contrast(above, below), `${chosen} ${theme}: ${above} on ${below}`).toBeGreaterThanOrEqual(least)
        expect(made['accent-strong']).not.toBe(made.accent)
      }
    }),
    { numRuns: 1_000, examples: EDGES.map((edge): [string] => [edge]) },
  )
})

test('what can be read as it is stays as it is, and what cannot keeps its hue', () => {
  expect(accentOf('#15803d').light.accent).toBe('#15803d')
  expect(accentOf('#facc15').dark).toMatchObject({ accent: '#facc15', 'on-accent': GROUNDS.light.ink })
  for (const chosen of ['#facc15', '#f97316', '#0ea5e9', '#ec4899']) {
    const turned = Math.abs(oklchOf(accentOf(chosen).light.accent).hue - oklchOf(chosen).hue)
    expect(turned, chosen).toBeLessThan(2)
  }
})

test('a colour comes back as it went', () => {
  fc.assert(
    fc.property(hex, (chosen) => {
      const { lightness, chroma, hue } = oklchOf(chosen)
      expect(oklch(lightness, chroma, hue)).toBe(chosen)
    }),
    { numRuns: 1_000, examples: EDGES.map((edge): [string] => [edge]) },
  )
})

test('the sheet lays all six over the tokens, by theme', () => {
  const sheet = accentSheet('#15803d')
  expect(sheet).toContain('--color-accent:light-dark(#15803d,')
  const names = [...sheet.matchAll(/--color-([\w-]+):light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)/g)].map(([, name]) => name)
  expect(names).toEqual(['accent', 'accent-strong', 'on-accent', 'accent-ink', 'accent-soft', 'focus'])
  for (const name of names) expect(() => token(name!, 'light')).not.toThrow()
})
