// Enquiries that a test puts into the inbox of the back office.
import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Of whoever enquires, for one test alone. */
export const address = () => `gus-${randomUUID().slice(0, 8)}@buyer.example`

/** Somebody offers keys; the enquiry's id. */
export async function enquire(
  request: APIRequestContext,
  more: { email: string; message?: string; fillname?: string },
) {
  const id = randomUUID()
  const { email, ...typed } = more
  const data = { id, type: '1', fillname: 'Gus', email, confirmEmail: email, region: 'NL', message: 'I have keys.' }
  const answer = await request.post('/prod-api/api/bottom/saveDeal', { data: { ...data, ...typed } })
  expect((await answer.json()).code).toBe(200)
  return id
}
