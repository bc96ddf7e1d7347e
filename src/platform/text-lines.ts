// A text file line by line, in bounded memory whatever is in it.
import { createReadStream } from 'node:fs'
import { CommandError } from './command.ts'

export interface TextLine {
  /** From 1. */
  number: number
  /** Without its end; null: longer than is read. */
  text: string | null
}

export interface TextLines {
  lines: TextLine[]
  /** How much of the file has been read. */
  bytes: number
}

/**
 * Lines as they come, some hundred at a time. UTF-8 with or without a byte order mark, LF or CRLF; bytes that are no
 * UTF-8 become U+FFFD. Throws CommandError for what is no text.
 */
export async function* textLines(path: string, longest: number): AsyncGenerator<TextLines> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  let skipping = false
  let number = 0
  let bytes = 0
  const take = (text: string): TextLine => {
    number++
    const whole = skipping ? null : rest + text
    rest = ''
    skipping = false
    if (whole === null || whole.length > longest) return { number, text: null }
    return { number, text: whole.endsWith('\r') ? whole.slice(0, -1) : whole }
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (chunk.includes(0))
      throw new CommandError(`${path}: this is no text in UTF-8 (a spreadsheet or UTF-16 file? Save it as UTF-8)`)
    bytes += chunk.length
    const parts = decoder.decode(chunk, { stream: true }).split('\n')
    const last = parts.pop()!
    const lines = parts.map(take)
    rest += last
    if (rest.length > longest) {
      rest = ''
      skipping = true
    }
    yield { lines, bytes }
  }
  rest += decoder.decode()
  if (rest || skipping) yield { lines: [take('')], bytes }
}
