// What the shop holds about a member as one ZIP (decision F11): a JSON file of each room, and his files as they are. Room after
// room and file after file is read while the archive is sent (docs/decisions/043).
import type { HeldAddress } from '#platform/mailbox.ts'
import type { Collected, PersonalData, PersonalFile } from '#rooms/members/hands.ts'
import type { Entry } from './zip.ts'

/** Of all files together: ZIP without its extension ends at 4 GiB. What is beyond is named, and handed over by support. */
const MOST_FILE_BYTES = 2 * 1024 ** 3

export interface Whose {
  memberId: string
  address: HeldAddress
}

export interface About {
  shop: string
  exportedAt: string
}

export async function* archiveOf(
  { memberId, address }: Whose,
  about: About,
  rooms: readonly (readonly [string, Pick<PersonalData, 'collect' | 'files'>])[],
): AsyncGenerator<Entry> {
  const names = rooms.map(([room]) => `${room}.json`)
  yield json('archive.json', async () => ({ ...about, files: names }))
  const leftOut: object[] = []
  let bytes = 0
  for (const [room, { collect, files }] of rooms) {
    yield json(`${room}.json`, () => collect(memberId, address))
    for await (const file of files?.(memberId) ?? []) {
      bytes += file.size
      const path = `${room}/${file.id}-${plainName(file.name)}`
      if (bytes <= MOST_FILE_BYTES) yield { path, isPacked: true, pieces: () => read(file) }
      else leftOut.push({ path, size: file.size })
    }
  }
  if (leftOut.length > 0) yield json('left-out.json', async () => ({ leftOut }))
}

async function* read(file: PersonalFile): AsyncGenerator<Uint8Array> {
  const content = await file.read()
  if (content) yield content
}

/** Whatever its sender called it: no path, nothing that a system takes for something else. */
function plainName(name: string): string {
  return name
    .replace(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '_')
    .slice(-100)
}

const json = (path: string, collect: () => Promise<Collected>): Entry => ({
  path,
  isPacked: false,
  pieces: async function* () {
    const encoder = new TextEncoder()
    for await (const text of written(await collect())) yield encoder.encode(text)
  },
})

/** As JSON.stringify writes it; a list that is read page by page is written as it comes. */
async function* written(collected: Collected): AsyncGenerator<string> {
  let comma = ''
  yield '{'
  for (const [name, value] of Object.entries(collected)) {
    if (value === undefined) continue
    yield `${comma}\n  ${JSON.stringify(name)}: `
    if (isList(value)) yield* list(value)
    else yield indented(value)
    comma = ','
  }
  yield '\n}\n'
}

async function* list(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let comma = ''
  yield '['
  for await (const item of items) {
    yield `${comma}\n    ${indented(item, '    ')}`
    comma = ','
  }
  yield comma ? '\n  ]' : ']'
}

const indented = (value: unknown, by = '  ') => JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`)

const isList = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
