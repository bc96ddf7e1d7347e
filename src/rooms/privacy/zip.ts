// A ZIP archive that is made while it is sent: what is in memory is one piece of one file.
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export interface Entry {
  path: string
  /** Pictures and the like do not get smaller any more. */
  isPacked: boolean
  /** Asked for when its turn has come. */
  pieces(): AsyncIterable<Uint8Array>
}

type Bytes = Uint8Array<ArrayBuffer>

export async function* zipped(entries: AsyncIterable<Entry>): AsyncGenerator<Bytes> {
  const made: Bytes[] = []
  const archive = new Zip((error, piece) => {
    if (error) throw error
    made.push(piece as Bytes)
  })
  for await (const { path, isPacked, pieces } of entries) {
    const file = isPacked ? new ZipPassThrough(path) : new ZipDeflate(path)
    archive.add(file)
    for await (const piece of pieces()) {
      file.push(piece)
      yield* made.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* made.splice(0)
  }
  archive.end()
  yield* made.splice(0)
}
