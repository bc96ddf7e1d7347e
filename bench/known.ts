// Whether the time of an answer tells that an address is a member's: the same call for known and unknown ones in turn.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '../src/platform/crypto.ts'
import type { Database } from '../src/platform/database/database.ts'
import { answerOf } from '../src/rooms/captcha/images.ts'
import { addImage } from '../src/rooms/captcha/store.ts'
import { sealForTest } from '../src/rooms/passwords/seal.testing.ts'
import { asks, nameOf, PASSWORD, post } from './members.ts'

const AT_ONCE = 2
const LETTERS = 'ABCDE'

export interface Told {
  call: string
  /** Medians in milliseconds. */
  known: number
  unknown: number
}

/** Needs `count` members who have not failed to sign in lately; asks for each once, and for as many who do not exist. */
export async function measureKnown(of: {
  origin: string
  db: Database
  keyring: Keyring
  count: number
}): Promise<Told[]> {
  const { origin, db, keyring, count } = of
  const ask = asks(origin)
  const calls: Record<string, (name: string) => Promise<[path: string, body: object]>> = {
    login: async (username) => ['/api/login', { username, password: await sealForTest(ask, `${PASSWORD}-no`) }],
    register: async (email) => {
      const password = await sealForTest(ask, PASSWORD)
      const username = `new-${randomUUID()}`.slice(0, 20)
      return ['/api/register', { email, username, pwd: password, confirmPwd: password, checkCondition: true }]
    },
    forget: async (username) => {
      const uuid = randomUUID()
      await addImage(db, uuid, answerOf(keyring, uuid, LETTERS))
      return ['/api/forget', { uuid, username, code: LETTERS }]
    },
  }
  const told: Told[] = []
  for (const [call, make] of Object.entries(calls)) {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const turns = shuffled(count)
    let next = 0
    const client = async () => {
      while (next < 2 * count) {
        const { which, n } = turns[next++]!
        const name = which === 'known' ? nameOf(n) : `stranger-${n}@example.com`
        const [path, body] = await make(name)
        const started = performance.now()
        const status = await post(origin, path, body)
        times[which].push(performance.now() - started)
        const right = call === 'login' ? 422 : 200
        if (status !== right) throw new Error(`${call} was answered with ${status}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, client))
    const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1]!
    told.push({ call, known: median(times.known), unknown: median(times.unknown) })
  }
  return told
}

/** By chance: what is done later for a known one, such as its mail, must not always meet the same ones. */
function shuffled(count: number): { which: 'known' | 'unknown'; n: number }[] {
  const turns = Array.from({ length: 2 * count }, (_, i) => ({
    which: i % 2 ? ('known' as const) : ('unknown' as const),
    n: 1 + (i >> 1),
    at: Math.random(),
  }))
  return turns.sort((a, b) => a.at - b.at)
}
