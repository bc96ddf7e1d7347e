// What the index knows of a product beside its columns, as bytes: names, makers, lists of ids. Numbers are written seven bits a
// byte, texts as Latin-1 where they can be and as UTF-16 otherwise: both are read by one call, and give back what was written.
import type { Place } from './packed-records.ts'

export interface ProductFacts {
  /** By number of the language, ascending. */
  names: [language: number, name: string][]
  makers: string
  lists: readonly (readonly number[])[]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: Latin-1 begins with them
const LATIN1 = /^[\u0000-\u00ff]*$/

/** Writes records, each into the bytes of the one before. */
export class RecordWriter {
  bytes = Buffer.allocUnsafeSlow(4096)
  length = 0

  write({ names, makers, lists }: ProductFacts): void {
    this.length = 0
    this.#number(names.length)
    for (const [language, name] of names) {
      this.#number(language)
      this.#text(name)
    }
    this.#text(makers)
    for (const list of lists) {
      this.#number(list.length)
      for (const id of list) this.#number(id)
    }
  }

  isAt({ bytes, start, end }: Place): boolean {
    return end - start === this.length && this.bytes.compare(bytes, start, end, 0, this.length) === 0
  }

  #number(value: number): void {
    this.#reserve(5)
    let rest = value
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.bytes[this.length++] = rest
  }

  #text(text: string): void {
    const wide = !LATIN1.test(text)
    const size = wide ? text.length * 2 : text.length
    this.#number(size * 2 + Number(wide))
    this.#reserve(size)
    this.bytes.write(text, this.length, wide ? 'utf16le' : 'latin1')
    this.length += size
  }

  #reserve(size: number): void {
    if (this.length + size <= this.bytes.length) return
    const longer = Buffer.allocUnsafeSlow((this.length + size) * 2)
    this.bytes.copy(longer, 0, 0, this.length)
    this.bytes = longer
  }
}

/** Reads one record after the other. */
export class RecordReader {
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0

  read(place: Place, lists: number): ProductFacts {
    this.#open(place)
    const names: ProductFacts['names'] = []
    for (let left = this.#number(); left > 0; left--) names.push([this.#number(), this.#text()])
    const makers = this.#text()
    return {
      names,
      makers,
      lists: Array.from({ length: lists }, () => Array.from({ length: this.#number() }, () => this.#number())),
    }
  }

  /** The name in that language, or undefined. Nothing else is read: names are compared a million times while they are sorted. */
  name(place: Place, language: number): string | undefined {
    this.#open(place)
    for (let left = this.#number(); left > 0; left--) {
      if (this.#number() === language) return this.#text()
      const length = this.#number() >>> 1
      this.#at += length
    }
    return undefined
  }

  #open({ bytes, start }: Place): void {
    this.#bytes = bytes
    this.#at = start
  }

  #number(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at++]!
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }

  #text(): string {
    const head = this.#number()
    const start = this.#at
    this.#at += head >>> 1
    return this.#bytes.toString(head % 2 === 1 ? 'utf16le' : 'latin1', start, this.#at)
  }
}
