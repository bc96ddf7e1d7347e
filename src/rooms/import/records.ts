// A CSV file record by record. A quotation mark that is opened and never closed would swallow the rest of the file;
// here it costs its own row, and reading goes on with the next line.
import { parse } from 'csv-parse/sync'
import { CommandError } from '#platform/command.ts'
import { type TextLine, textLines } from '#platform/text-lines.ts'

export interface CsvRecord {
  /** Where it begins, from 1. */
  line: number
  /** What stands there cannot be read; then `fields` is empty. */
  trouble?: string
  fields: string[]
}

export interface CsvRecords {
  records: CsvRecord[]
  bytes: number
}

const LONGEST_LINE = 1_000_000
/** A quoted field may span lines: as many as a long description has. */
const MOST_LINES = 500
const LONGEST_RECORD = 4_000_000

const TOO_LONG = `the line is longer than ${LONGEST_LINE.toLocaleString('en')} characters`
const NEVER_CLOSED = 'a quotation mark is opened and never closed'

const DAMAGES = {
  encoding: (encoding: string) => `it holds bytes that are no ${encoding}`,
  nul: () => 'it holds a NUL, which no text has',
}

/** How the file is written. */
export interface CsvForm {
  delimiter: string
  /** A label of the Encoding Standard: `utf-8`, `windows-1252`, `utf-16le`. */
  encoding: string
  /** What stands before a quotation mark inside quotes: another one, or a backslash. */
  escape: string
}

export async function* csvRecords(path: string, form: CsvForm): AsyncGenerator<CsvRecords> {
  const splitter = new Splitter(form)
  let all = 0
  const options = { longest: LONGEST_LINE, encoding: form.encoding, damage: true }
  for await (const { lines, bytes } of textLines(path, options)) {
    for (const line of lines) splitter.push(line)
    all = bytes
    yield { records: splitter.take(), bytes }
  }
  splitter.end()
  yield { records: splitter.take(), bytes: all }
}

/** The names of the columns, and all records after them. */
export async function openFeed(file: string, form: CsvForm) {
  const records = csvRecords(file, form)
  for await (const { records: some, bytes } of stay(records)) {
    const [first, ...others] = some
    if (!first) continue
    if (first.trouble)
      throw new CommandError(
        `${file}: line ${first.line}, the names of the columns: ${first.trouble} (a spreadsheet, or another encoding? Say it as "encoding" in the map)`,
      )
    if (first.fields.some((name) => name.includes('\r')))
      throw new CommandError(`${file}: its lines end in CR alone; save it with LF or CRLF`)
    return { header: first.fields.map((name) => name.trim()), records: before({ records: others, bytes }, records) }
  }
  throw new CommandError(`${file}: the file is empty`)
}

/** Leaving this loop does not end the generator. */
async function* stay<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  for (let next = await items.next(); !next.done; next = await items.next()) yield next.value
}

async function* before<T>(first: T, others: AsyncGenerator<T>): AsyncGenerator<T> {
  yield first
  yield* others
}

/** Puts lines together to records by the rules of RFC 4180; a stray quotation mark inside a field stands for itself. */
class Splitter {
  readonly #form: CsvForm
  readonly #delimiter: string
  #whole: { line: number; text: string }[] = []
  #broken: CsvRecord[] = []
  /** Lines of a record whose quoted field is still open. */
  #held: (TextLine & { text: string })[] = []
  #heldLength = 0

  constructor(form: CsvForm) {
    this.#form = form
    this.#delimiter = form.delimiter
  }

  push(line: TextLine): void {
    const queue = [line]
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { number, text, damage } = next
      if (text === null) {
        if (this.#held.length > 0) queue.push(next, ...this.#giveUp())
        else this.#broken.push({ line: number, trouble: TOO_LONG, fields: [] })
        continue
      }
      const open = this.#held.length > 0
      if (!open && text.trim() === '') continue
      const end = this.#scan(text, open)
      if (end === 'wrong') queue.push(next, ...this.#giveUp())
      else if (end === 'open') {
        this.#held.push({ number, text, damage })
        this.#heldLength += text.length
        if (this.#held.length > MOST_LINES || this.#heldLength > LONGEST_RECORD) queue.push(...this.#giveUp())
      } else {
        const lines = [...this.#held, { number, text, damage }]
        this.#held = []
        this.#heldLength = 0
        const damaged = lines.find((part) => part.damage)?.damage
        const line = lines[0]!.number
        if (damaged) this.#broken.push({ line, trouble: DAMAGES[damaged](this.#form.encoding), fields: [] })
        else this.#whole.push({ line: lines[0]!.number, text: lines.map((part) => part.text).join('\n') })
      }
    }
  }

  end(): void {
    while (this.#held.length > 0) for (const line of this.#giveUp().reverse()) this.push(line)
  }

  take(): CsvRecord[] {
    const [whole, broken] = [this.#whole, this.#broken]
    this.#whole = []
    this.#broken = []
    const rows = this.#parse(whole.map((record) => record.text).join('\n'))
    const records =
      rows.length === whole.length
        ? whole.map(({ line }, i) => ({ line, fields: rows[i]! }))
        : whole.map(({ line, text }): CsvRecord => {
            const [fields, ...more] = this.#parse(text)
            return fields && more.length === 0 ? { line, fields } : { line, trouble: NEVER_CLOSED, fields: [] }
          })
    return broken.length === 0 ? records : [...records, ...broken].sort((a, b) => a.line - b.line)
  }

  /** The first line is broken; the others are read again, last first, as a stack wants them. */
  #giveUp(): TextLine[] {
    const [first, ...others] = this.#held
    this.#held = []
    this.#heldLength = 0
    if (first) this.#broken.push({ line: first.number, trouble: NEVER_CLOSED, fields: [] })
    return others.reverse()
  }

  /**
   * How the line ends: in a quoted field or not. `wrong`: what an earlier line opened is closed in the middle of a
   * field, so it was not meant as an opening there.
   */
  #scan(text: string, open: boolean): 'closed' | 'open' | 'wrong' {
    if (!text.includes('"')) return open ? 'open' : 'closed'
    let at = 0
    let earlier = open
    let quoted = open
    if (!open && text.startsWith('"')) {
      quoted = true
      at = 1
    }
    for (;;) {
      if (quoted) {
        const mark = this.#quotationMark(text, at)
        if (mark < 0) return 'open'
        if (this.#form.escape === '"' && text[mark + 1] === '"') {
          at = mark + 2
          continue
        }
        const closes = mark + 1 === text.length || text.startsWith(this.#delimiter, mark + 1)
        if (!closes && earlier) return 'wrong'
        quoted = false
        earlier = false
        at = mark + 1
      }
      const next = text.indexOf(this.#delimiter, at)
      if (next < 0) return 'closed'
      at = next + this.#delimiter.length
      if (text[at] === '"') {
        quoted = true
        at++
      }
    }
  }

  /** The next that no backslash stands before. */
  #quotationMark(text: string, from: number): number {
    const mark = this.#form.escape
    if (mark === '"') return text.indexOf('"', from)
    for (let at = from; at < text.length; at++) {
      if (text[at] === mark) at++
      else if (text[at] === '"') return at
    }
    return -1
  }

  #parse(text: string): string[][] {
    if (text === '') return []
    return parse(text, {
      delimiter: this.#delimiter,
      escape: this.#form.escape,
      record_delimiter: '\n',
      relax_quotes: true,
      relax_column_count: true,
    }) as string[][]
  }
}
