// Text as outlines: measured and drawn from the Inter files, since no font can be counted on where posters are rendered.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as fontkit from 'fontkit'

export interface Voice {
  weight: 500 | 600 | 700 | 800 | 900
  italic: boolean
  /** Added to each advance, in em; negative is tighter. */
  tracking: number
}

/** One piece of text that can be drawn at any size: advance in em and outline in em, y downwards. */
interface Setting {
  width: number
  glyphs: { x: number; outline: readonly Segment[] }[]
}
type Segment = readonly [letter: string, ...coordinates: number[]]

/** Inter's height of capitals and depth of descenders, in em. */
export const CAP_HEIGHT = 1490 / 2048
export const DESCENT = 0.21

/** Width in em. */
export function measure(text: string, voice: Voice): number {
  return set(text, voice).width
}

/** Path data with the baseline's left end at (x, y). */
export function outline(text: string, voice: Voice, x: number, y: number, size: number): string {
  let path = ''
  for (const glyph of set(text, voice).glyphs) {
    for (const [letter, ...numbers] of glyph.outline) {
      path += letter
      for (let i = 0; i < numbers.length; i += 2) {
        if (i > 0) path += ' '
        path += `${short(x + (glyph.x + numbers[i]!) * size)} ${short(y + numbers[i + 1]! * size)}`
      }
    }
  }
  return path
}

/** Can this character be drawn? Space can. */
export function drawable(character: string): boolean {
  return character === ' ' || fontFor(character.codePointAt(0)!, { weight: 900, italic: false, tracking: 0 }) !== null
}

// ---------------------------------------------------------------------------------------------------------------

const require = createRequire(import.meta.url)
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese', 'cyrillic-ext', 'greek-ext'] as const
const fonts = new Map<string, fontkit.Font>()
const outlines = new Map<fontkit.Font, Map<number, readonly Segment[]>>()

/**
 * The woff files open three times faster than woff2 (no brotli) and are opened once. What reads them is loaded with the first: most
 * processes draw nothing.
 */
function open(subset: string, voice: Voice): fontkit.Font {
  const file = `inter-${subset}-${voice.weight}-${voice.italic ? 'italic' : 'normal'}.woff`
  let font = fonts.get(file)
  if (!font) {
    const { create } = require('fontkit') as typeof fontkit
    font = create(readFileSync(require.resolve(`@fontsource/inter/files/${file}`))) as fontkit.Font
    fonts.set(file, font)
  }
  return font
}

function fontFor(codePoint: number, voice: Voice): fontkit.Font | null {
  for (const subset of SUBSETS) {
    const font = open(subset, voice)
    if (font.hasGlyphForCodePoint(codePoint)) return font
  }
  return null
}

/** A poster measures the words that it then draws; the last few hundred settings are kept for that. */
const recent = new Map<string, Setting>()

function set(text: string, voice: Voice): Setting {
  const key = `${voice.weight}${voice.italic}${voice.tracking}|${text}`
  const known = recent.get(key)
  if (known) return known

  const glyphs: Setting['glyphs'] = []
  let x = 0
  for (const { font, part } of runs(text, voice)) {
    const { glyphs: shaped, positions } = font.layout(part)
    shaped.forEach((glyph, i) => {
      const position = positions[i]!
      glyphs.push({ x: x + position.xOffset / font.unitsPerEm, outline: outlineOf(font, glyph) })
      x += position.xAdvance / font.unitsPerEm + voice.tracking
    })
  }
  const setting = { width: Math.max(0, x - voice.tracking), glyphs }
  if (recent.size > 400) recent.clear()
  recent.set(key, setting)
  return setting
}

function runs(text: string, voice: Voice): { font: fontkit.Font; part: string }[] {
  const list: { font: fontkit.Font; part: string }[] = []
  for (const character of text) {
    const font = fontFor(character.codePointAt(0)!, voice)
    if (!font) continue
    const last = list.at(-1)
    if (last?.font === font) last.part += character
    else list.push({ font, part: character })
  }
  return list
}

const LETTERS = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' } as const

function outlineOf(font: fontkit.Font, glyph: fontkit.Glyph): readonly Segment[] {
  let known = outlines.get(font)
  if (!known) {
    known = new Map()
    outlines.set(font, known)
  }
  let segments = known.get(glyph.id)
  if (!segments) {
    segments = glyph.path.commands.map(
      ({ command, args }): Segment => [
        LETTERS[command as keyof typeof LETTERS],
        ...args.map((value, i) => (i % 2 ? -value : value) / font.unitsPerEm),
      ],
    )
    known.set(glyph.id, segments)
  }
  return segments
}

function short(value: number): number {
  return Math.round(value * 10) / 10
}
