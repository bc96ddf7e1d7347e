// A text file line by line, in bounded memory whatever is in it.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CommandError } from './command.ts'

export interface TextLine {
  /** From 1. */
  number: number
  /** Without its end; null: longer than is read. */
  text: string | null
  /** What makes it no text: bytes that the encoding does not have, or a NUL. Only told where `damage` is to be. */
  damage?: 'encoding' | 'nul'
}

export interface TextLines {
  lines: TextLine[]
  /** How much of the file has been read. */
  bytes: number
}

export interface TextLinesOptions {
  /** Longest line in UTF-16 units. */
  longest: number
  /** A label of the WHATWG Encoding Standard; UTF-8 unless told. A byte order mark of UTF-16 is heard in any case. */
  encoding?: string
  /** Lines that are no text are told, each for itself. Otherwise they are read as far as they can be, and a NUL ends it all. */
  damage?: boolean
}

/** Lines as they come, some hundred at a time. With or without a byte order mark, LF or CRLF. Throws CommandError for what is no text. */
export async function* textLines(path: string, options: TextLinesOptions): AsyncGenerator<TextLines> {
  const { longest, damage = false } = options
  const encoding = (await markedEncoding(path)) ?? new TextDecoder(options.encoding ?? 'utf-8').encoding
  const decode = encoding.startsWith('utf-16') ? wideBlocks(encoding, longest) : narrowBlocks(encoding, damage, longest)
  let number = 0
  let bytes = 0
  const line = ({ text, damage: what }: Block): TextLine => {
    number++
    if (text === null || text.length > longest) return { number, text: null }
    const clean = text.endsWith('\r') ? text.slice(0, -1) : text
    const wrong = what ?? (damage && clean.includes('\0') ? ('nul' as const) : undefined)
    return wrong ? { number, text: clean, damage: wrong } : { number, text: clean }
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (!damage && chunk.includes(0))
      throw new CommandError(`${path}: this is no text in UTF-8 (a spreadsheet or UTF-16 file? Save it as UTF-8)`)
    bytes += chunk.length
    yield { lines: decode(chunk).map(line), bytes }
  }
  const last = decode(undefined).map(line)
  if (last.length > 0) yield { lines: last, bytes }
}

/** A line as it was decoded; null: too long. */
interface Block {
  text: string | null
  damage?: 'encoding'
}

async function markedEncoding(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    // Of a folder reading alone fails, with words that do not name it.
    if ((await file.stat()).isDirectory()) throw new CommandError(`${path}: this is a folder, not a file`)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    if (bytesRead < 2) return undefined
    const mark = buffer.readUInt16BE()
    return mark === 0xff_fe ? 'utf-16le' : mark === 0xfe_ff ? 'utf-16be' : undefined
  } finally {
    await file.close()
  }
}

/**
 * Encodings in which the byte 10 is nothing but a line's end: whole lines are decoded, many at once, and one by one only
 * where something among them cannot be.
 */
function narrowBlocks(encoding: string, damage: boolean, longest: number): (chunk: Buffer | undefined) => Block[] {
  const strict = new TextDecoder(encoding, { fatal: true })
  const lenient = new TextDecoder(encoding)
  // No encoding has characters of more than four bytes.
  const mostBytes = longest * 4
  let rest: Buffer[] = []
  let restBytes = 0
  let skipping = false
  const whole = (block: Uint8Array): Block[] => {
    if (!damage) return split(lenient.decode(block))
    try {
      return split(strict.decode(block))
    } catch {
      const lines: Block[] = []
      for (let from = 0; from <= block.length; ) {
        const end = block.indexOf(10, from)
        const piece = block.subarray(from, end < 0 ? block.length : end)
        try {
          lines.push({ text: strict.decode(piece) })
        } catch {
          lines.push({ text: lenient.decode(piece), damage: 'encoding' })
        }
        from = end < 0 ? block.length + 1 : end + 1
      }
      return lines
    }
  }
  return (chunk) => {
    if (chunk === undefined) {
      if (skipping) return [{ text: null }]
      return restBytes > 0 ? whole(Buffer.concat(rest)) : []
    }
    const end = chunk.lastIndexOf(10)
    const tooLong: Block[] = []
    let begin = 0
    if (skipping && end >= 0) {
      begin = chunk.indexOf(10) + 1
      tooLong.push({ text: null })
      skipping = false
    }
    const lines = end >= begin ? whole(Buffer.concat([...rest, chunk.subarray(begin, end)])) : []
    if (end >= 0) {
      rest = []
      restBytes = 0
    }
    if (!skipping) {
      rest.push(chunk.subarray(end + 1))
      restBytes += chunk.length - end - 1
    }
    if (restBytes > mostBytes) {
      rest = []
      restBytes = 0
      skipping = true
    }
    return [...tooLong, ...lines]
  }
}

/** UTF-16: half of a character may be a byte 10, so it is decoded first. */
function wideBlocks(encoding: string, longest: number): (chunk: Buffer | undefined) => Block[] {
  const decoder = new TextDecoder(encoding)
  // Kept in parts until the line's end: put together with each chunk, a file without ends would be read over and over.
  let parts: string[] = []
  let length = 0
  const ended = (): Block => {
    const text = length > longest ? null : parts.join('')
    parts = []
    length = 0
    return text?.includes('\ufffd') ? { text, damage: 'encoding' } : { text }
  }
  return (chunk) => {
    const lines: Block[] = []
    for (const [i, part] of decoder
      .decode(chunk, { stream: chunk !== undefined })
      .split('\n')
      .entries()) {
      if (i > 0) lines.push(ended())
      length += part.length
      if (length > longest) parts = []
      else parts.push(part)
    }
    if (chunk === undefined && length > 0) lines.push(ended())
    return lines
  }
}

const split = (text: string): Block[] => text.split('\n').map((line) => ({ text: line }))
