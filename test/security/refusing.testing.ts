// For tests of what is refused: requests that nobody counts, and a database in which nothing is written.
import { expect } from 'vitest'
import type { TestShop } from '../harness.ts'
import type { DatabaseView } from './database.testing.ts'
import { expectNoInsides, type RawAnswer, send } from './requests.testing.ts'

export function envelopeOf(answer: RawAnswer): { code: number; msg: string } {
  expectNoInsides(answer.text)
  const body = JSON.parse(answer.text)
  expect(body).toMatchObject({ code: answer.status === 422 ? 500 : answer.status, msg: expect.any(String) })
  return body
}

export async function expectRefused(answer: RawAnswer, status: number, msg?: string) {
  expect(answer.status).toBe(status)
  const body = envelopeOf(answer)
  if (msg) expect(body.msg).toBe(msg)
}

export function refusing(world: () => { shop: TestShop; view: DatabaseView }) {
  const origin = () => world().shop.shop.origin
  // How often somebody asks is counted before what he asks is read; here every request is somebody's first.
  let asked = 0
  const another = () => ({ 'x-forwarded-for': `198.18.${(++asked >> 8) & 255}.${asked & 255}` })

  const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
    send(origin(), 'POST', `/prod-api${path}`, {
      body,
      headers: { 'content-type': 'application/json', ...another(), ...headers },
    })

  /** Whatever `act` does, no row of the database is another afterwards. */
  async function writesNothing(act: () => Promise<void>) {
    const before = await world().view.picture()
    await act()
    expect(await world().view.picture()).toEqual(before)
  }

  return { origin, post, writesNothing }
}
