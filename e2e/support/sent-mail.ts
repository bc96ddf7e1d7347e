// Mails that the demo shop sent, as its outbox shows them.
import type { APIRequestContext } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The newest mail to this address, as text; of the newest twenty the one that says all of this. */
export async function mailTo(request: APIRequestContext, address: string, ...said: string[]): Promise<string> {
  let text: string | undefined
  await expect(async () => {
    const list = await (await request.get('/sandbox/mail')).text()
    const ids = list.matchAll(new RegExp(`href="/sandbox/mail/([0-9a-f-]{36})"(?:(?!href).)*${address}`, 'g'))
    for (const [, id] of [...ids].slice(0, 20)) {
      const mail = await (await request.get(`/sandbox/mail/${id}/text`)).text()
      if (!said.every((words) => mail.includes(words))) continue
      text = mail
      break
    }
    expect(text, `a mail to ${address} with ${said.join(' and ')}`).toBeDefined()
  }).toPass()
  return text!
}

/** An address that no other test has. */
export const newAddress = (name: string) => `${name}-${Math.random().toString(36).slice(2, 10)}@trade.example`
