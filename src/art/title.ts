// The lettering of a poster: a headline, what follows it, and where both stand.

import type { PosterGenre } from './genre.ts'
import { CAP_HEIGHT, measure, outline, type Voice } from './lettering.ts'
import type { Chance } from './random.ts'
import { type Block, depth, drawBlock, justify, part, settle } from './setting.ts'
import { paint, path } from './shapes.ts'

export interface Manner {
  voice: Voice
  capitals: boolean
  leading: number
}

const loud = (weight: 800 | 900, italic = false): Manner => ({
  voice: { weight, italic, tracking: -0.035 },
  capitals: true,
  leading: 0.84,
})
const told = (weight: 600 | 700 | 800): Manner => ({
  voice: { weight, italic: false, tracking: -0.045 },
  capitals: false,
  leading: 0.97,
})

const MANNERS: Record<PosterGenre, readonly Manner[]> = {
  action: [loud(900), loud(900, true), loud(900)],
  fighting: [loud(900, true), loud(900)],
  shooter: [loud(900), loud(800)],
  racing: [loud(900, true), loud(800, true)],
  sports: [loud(900), loud(900, true)],
  rpg: [told(700), told(800), loud(800)],
  adventure: [told(600), told(700), loud(800)],
  survival: [loud(900), told(800)],
  simulation: [told(700), told(800)],
  horror: [loud(900), told(600), loud(800)],
  strategy: [told(800), loud(800), told(700)],
  puzzle: [told(800), told(700)],
  indie: [told(800), told(700), loud(900)],
  platformer: [loud(900), told(800)],
}

export function mannerOf(genre: PosterGenre, chance: Chance): Manner {
  return chance.pick(MANNERS[genre])
}

export interface Lettering {
  height: number
  /** Room for descenders under the last baseline. */
  depth: number
  /** Path data with the first capital's top left corner at (x, y). */
  draw(x: number, y: number): string
}

export interface TitleBox {
  width: number
  height: number
  largest: number
  anchor: 0 | 0.5
}

/** Sets a whole title: short ones shouted to the full width, others as large as their longest line allows. */
export function letter(title: string, manner: Manner, box: TitleBox): Lettering {
  const { head, tail } = part(title)
  const apart = tail === '' ? null : setApart(head, tail, manner, box)
  if (apart) return apart
  const block = setHead(title, manner, box, box.height)
  return {
    height: block.height,
    depth: depth(block),
    draw: (x, y) => drawBlock(block, x, y, box.width, box.anchor),
  }
}

/** The headline gives up height until what follows it has room. */
function setApart(head: string, tail: string, manner: Manner, box: TitleBox): Lettering | null {
  const voice: Voice = { weight: 600, italic: manner.voice.italic, tracking: -0.02 }
  for (const room of [0.76, 0.66, 0.56, 0.46]) {
    const first = setHead(head, manner, box, box.height * room)
    const size = Math.max(...first.lines.map((line) => line.size))
    const least = depth(first) * 0.75 + 18
    const second = settle(tail, voice, {
      width: box.width,
      height: box.height - first.height - least,
      largest: Math.min(46, size * 0.52),
      smallest: 26,
      leading: 1.12,
    })
    const small = second.lines[0]?.size ?? 0
    const gap = depth(first) * 0.75 + Math.max(16, small * 0.5)
    if (small < 25.5 || first.height + gap + second.height > box.height + 4) continue
    return {
      height: first.height + gap + second.height,
      depth: depth(second),
      draw: (x, y) =>
        drawBlock(first, x, y, box.width, box.anchor) +
        drawBlock(second, x, y + first.height + gap, box.width, box.anchor),
    }
  }
  return null
}

function setHead(text: string, manner: Manner, box: TitleBox, height: number): Block {
  const words = manner.capitals ? text.toLocaleUpperCase('en') : text
  const { voice, leading } = manner
  const shouted = manner.capitals
    ? justify(words, voice, {
        width: box.width,
        height,
        largest: box.largest * 1.25,
        smallest: 76,
        leading: leading + 0.02,
      })
    : null
  return shouted ?? settle(words, voice, { width: box.width, height, largest: box.largest, smallest: 34, leading })
}

const SMALL_SIZE = 28
const SMALL: Voice = { weight: 600, italic: false, tracking: 0.01 }

/** Edition, platform, region: one small line, cut at a word when it is too long. Empty for nothing to say. */
export function smallLine(text: string, x: number, y: number, width: number, ink: string, size = SMALL_SIZE): string {
  let shown = text
  while (shown && measure(shown, SMALL) * size > width) shown = shown.replace(/\s*\S+$/u, '')
  return shown ? path(outline(shown, SMALL, x, y, size), `class="type" ${paint(ink, 0.86)}`) : ''
}

/** Height of the small line's capitals. */
export const SMALL_CAPS = SMALL_SIZE * CAP_HEIGHT
