// How a title is cleaned, parted, broken into lines and sized so that it fills its box.
import { CAP_HEIGHT, DESCENT, drawable, measure, outline, type Voice } from './lettering.ts'

export interface Headline {
  head: string
  /** What follows a colon or dash; set smaller. */
  tail: string
}

export interface Block {
  lines: { text: string; size: number; baseline: number }[]
  /** From the top of the first capital to the last baseline. */
  height: number
  voice: Voice
}

/**
 * The part of a title that can be drawn, without trade marks; empty when too little of it remains to be recognised.
 * "Re;Birth1 / 超次次元" keeps its Latin half; "三国志14" keeps nothing.
 */
export function drawableTitle(title: string): string {
  const plain = title.normalize('NFC').replace(/[™®©℠\p{Cc}\p{Cf}]/gu, '')
  const halves = plain.split(/\s+[/|]\s+/)
  const readable = halves.filter((half) => share(half) > 0.8)
  const kept = readable.length > 0 && readable.length < halves.length ? readable.join(' / ') : plain
  if (share(kept) < 0.5) return ''
  return [...kept]
    .map((character) => (/\s/u.test(character) ? ' ' : drawable(character) ? character : ''))
    .join('')
    .replace(/[([{【（]\s*[)\]}】）]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–—:;,./|]+(?=[\p{L}\p{N}])|[\s\-–—:;,/|]+$/gu, '')
    .trim()
}

/** How much of the letters and digits can be drawn, 0–1; pictographs and ideographs weigh double. */
function share(text: string): number {
  let drawn = 0
  let all = 0
  for (const character of text) {
    if (/[\p{L}\p{N}]/u.test(character)) {
      const weight = /[\p{Ideographic}\p{Script=Hangul}]/u.test(character) ? 2 : 1
      all += weight
      if (drawable(character)) drawn += weight
    } else if (/[!?$#&*+@]/.test(character)) {
      all += 0.2
      drawn += 0.2
    }
  }
  return all === 0 ? 0 : drawn / all
}

const EDITION =
  /^(.{3,36}?)\s+((?:(?:Definitive|Complete|Special|Deluxe|Ultimate|Enhanced|Anniversary|Legendary|Premium|Gold|Digital Deluxe|Game of the Year|GOTY)\s+)?(?:Edition|Remastered|Remake|Collection|Director[’']s Cut|Gift Card|Gift Code|Account))$/u

export function part(title: string): Headline {
  const match = /^(.{2,40}?)(?::\s+|\s+[–—-]\s+)(.+)$/u.exec(title)
  if (match && match[2]!.length >= 2) return { head: match[1]!, tail: match[2]!.replace(/\s+[–—-]\s+/g, ' – ') }
  const edition = EDITION.exec(title)
  if (edition) return { head: edition[1]!, tail: edition[2]! }
  return { head: title, tail: '' }
}

export interface Box {
  width: number
  height: number
  largest: number
  smallest: number
  /** Line distance in em. */
  leading: number
}

/** Breaks `text` into the number of lines that lets it be largest, as evenly as possible. */
export function settle(text: string, voice: Voice, box: Box): Block {
  const words = breakable(text, voice, box)
  if (words.length === 0) return { lines: [], height: 0, voice }
  const space = measure(' ', voice) + 2 * voice.tracking
  let best: { lines: string[]; size: number; worth: number } | null = null

  for (let count = 1; count <= Math.min(words.length, 9); count++) {
    const lines = breakInto(words, count, space)
    if (!lines) continue
    const widest = Math.max(...lines.map((line) => measure(line, voice)))
    const stacked = (count - 1) * (box.leading + (ACCENTED.test(text.normalize('NFD')) ? 0.13 : 0)) + CAP_HEIGHT
    const size = Math.min(box.largest, box.width / widest, box.height / stacked)
    // A line more must earn its place: five per cent of size, else fewer lines stand better.
    const worth = size * (lonely(lines) ? 0.72 : 1) * (lines.some((line) => WEAK.test(line)) ? 0.75 : 1)
    if (!best || worth > best.worth * 1.05) best = { lines, size, worth }
  }
  const size = Math.max(Math.min(best!.size, box.largest), Math.min(box.smallest, best!.size))
  return stack(best!.lines, () => size, voice, box.leading)
}

/**
 * Each line at its own size, so that all are equally wide; for short titles that can be shouted. Null where the lines
 * would differ too much or stand too high.
 */
export function justify(text: string, voice: Voice, box: Box): Block | null {
  const words = text.split(' ').filter(Boolean)
  if (words.length === 0 || words.length > 4) return null
  const space = measure(' ', voice) + 2 * voice.tracking
  for (let count = Math.min(words.length, 3); count >= 1; count--) {
    const lines = breakInto(words, count, space)
    if (!lines || (count > 1 && lines.some((line) => WEAK.test(line)))) continue
    const sizes = lines.map((line) => Math.min(box.largest, box.width / measure(line, voice)))
    const block = stack(lines, (i) => sizes[i]!, voice, box.leading)
    const uneven = Math.max(...sizes) / Math.min(...sizes)
    if (block.height <= box.height && uneven <= 2.1 && Math.min(...sizes) >= box.smallest) return block
  }
  return null
}

/** Path data of a block whose first capital starts at (x, y); `anchor` 0 is flush left, 0.5 centred, 1 flush right. */
export function drawBlock(block: Block, x: number, y: number, width: number, anchor: number): string {
  return block.lines
    .map(({ text, size, baseline }) => {
      // Round letters and the side bearing of big type look indented; pull them to the margin.
      const optical = anchor === 0 ? -0.055 * size * (/^[BDEFHIKLMNPRUbhiklmnpru[]/.test(text) ? 1 : 0.6) : 0
      const left = x + (width - measure(text, block.voice) * size) * anchor + Math.max(optical, -9)
      return outline(text, block.voice, left, y + baseline, size)
    })
    .join('')
}

/** The room that the last line's descenders need below the block. */
export function depth(block: Block): number {
  const last = block.lines.at(-1)
  return last && /[gjpqyQ,;ç]/.test(last.text) ? last.size * DESCENT : 0
}

// ---------------------------------------------------------------------------------------------------------------

function stack(lines: string[], sizeOf: (line: number) => number, voice: Voice, leading: number): Block {
  let baseline = 0
  const placed = lines.map((whole, i) => {
    // The break says what the dash said.
    const text = i < lines.length - 1 ? whole.replace(/\s+[–—-]$/u, '') : whole
    const size = sizeOf(i)
    // Between two sizes the distance is that of the lower line: its capitals must clear the line above.
    // An accent on a capital (É) needs room under the line above.
    const accent = ACCENTED.test(text.normalize('NFD')) ? 0.13 : 0
    baseline += (i === 0 ? CAP_HEIGHT : leading + accent) * size
    return { text, size, baseline }
  })
  return { lines: placed, height: baseline, voice }
}

/** Words, with those that could never fit a line at the smallest size cut into pieces. */
function breakable(text: string, voice: Voice, box: Box): string[] {
  const longest = box.width / box.smallest
  return text
    .split(' ')
    .filter(Boolean)
    .flatMap((word) => (measure(word, voice) <= longest ? [word] : cut(word, voice, longest)))
}

function cut(word: string, voice: Voice, longest: number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece && measure(piece + character, voice) > longest) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return piece ? [...pieces, piece] : pieces
}

const ACCENTED = /[A-Z][\u0300-\u0314]/

/** A last line of one or two characters under longer ones: "RED DEAD / REDEMPTION / 2". */
function lonely(lines: string[]): boolean {
  return lines.length > 1 && lines.at(-1)!.length <= 2 && lines.some((line) => line.length > 6)
}

const WEAK = /^(?:a|an|the|of|and|in|on|to|for|at|by|or|with|from|de|la|le|der|die|das|&|\+|vs\.?)$/i

/**
 * The least ragged way to make `count` lines: squares of what is left free, plus something for a line that ends in a
 * small word and for one that is a small word alone.
 */
function breakInto(words: string[], count: number, space: number): string[] | null {
  const n = words.length
  if (count > n) return null
  const lengths = words.map((word) => word.length * 0.58)
  const width = (from: number, to: number) => {
    let sum = (to - from - 1) * space
    for (let i = from; i < to; i++) sum += lengths[i]!
    return sum
  }
  const ideal = width(0, n) / count
  const cost = (from: number, to: number, last: boolean) => {
    const over = (width(from, to) - ideal) / ideal
    let sum = over * over * (over > 0 ? 1.6 : 1)
    if (!last && WEAK.test(words[to - 1]!)) sum += to - from === 1 ? 0.6 : 0.5
    if (!last && /[:,–-]$/.test(words[to - 1]!)) sum -= 0.2
    return sum
  }
  const best: { sum: number; from: number }[][] = []
  for (let line = 0; line <= count; line++) best.push(Array(n + 1).fill({ sum: Number.POSITIVE_INFINITY, from: 0 }))
  best[0]![0] = { sum: 0, from: 0 }
  for (let line = 1; line <= count; line++) {
    for (let to = line; to <= n; to++) {
      for (let from = line - 1; from < to; from++) {
        const sum = best[line - 1]![from]!.sum + cost(from, to, line === count)
        if (sum < best[line]![to]!.sum) best[line]![to] = { sum, from }
      }
    }
  }
  const lines: string[] = []
  for (let line = count, to = n; line > 0; line--) {
    const { from } = best[line]![to]!
    lines.unshift(words.slice(from, to).join(' '))
    to = from
  }
  return lines
}
