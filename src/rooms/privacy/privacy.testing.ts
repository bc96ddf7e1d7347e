// For tests: what a member is given of what the shop holds about him, and the end of his account.
import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import type { TestMember, TestShop } from '#test/harness.ts'

export const as = (member: TestMember) => ({ cookie: member.cookie })

interface Exported {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  body?: any
  // biome-ignore lint/suspicious/noExplicitAny: the same
  rooms: Record<string, any>
  files: Record<string, Uint8Array>
  text: string
}

export function members(shop: () => TestShop) {
  /** Each from another place: how often one may ask is not what is tested. */
  const ask = (headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(`${shop().shop.origin}/prod-api/api/profile/export`, {
      headers: { 'x-forwarded-for': `10.${randomInt(255)}.${randomInt(255)}.${randomInt(255)}`, ...headers },
      signal,
    })

  /** The archive taken apart: what each room says, and the files by their paths. */
  async function exported(member: TestMember): Promise<Exported> {
    const answer = await ask(as(member))
    if (answer.status !== 200)
      return { status: answer.status, body: await answer.json(), rooms: {}, files: {}, text: '' }
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const said = Object.entries(files).filter(([path]) => path.endsWith('.json'))
    const rooms: Exported['rooms'] = {}
    for (const [path, bytes] of said) rooms[path.replace('.json', '')] = JSON.parse(strFromU8(bytes))
    return { status: 200, rooms, files, text: said.map(([, bytes]) => strFromU8(bytes)).join('\n') }
  }
  const erase = (member: TestMember, body: object = { confirmed: true }) =>
    shop().call('POST', '/api/profile/erase', { headers: as(member), body })

  /** All files of this shop's journal. */
  async function journalText() {
    const folder = join(shop().shop.ground.config.dataDir, 'journal')
    return (await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))).join('')
  }

  return { ask, exported, erase, journalText }
}
