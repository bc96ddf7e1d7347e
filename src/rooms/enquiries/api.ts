// The calls with which people write to the shop and subscribe to its newsletter.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { serves } from '#platform/http/serve.ts'
import { askerOf, mayMail } from '#rooms/mail/hands.ts'
import { enquiryEntries, enquiryMessages } from './answer-store.ts'
import { type EnquiryConversation, enquiriesContract } from './contract.ts'
import { MOST_MESSAGES } from './limits.ts'
import { readLinkToken } from './link-token.ts'
import type { Newsletter } from './newsletter.ts'
import { writes } from './reply.ts'
import * as store from './store.ts'
import type { Telling } from './telling.ts'

export interface EnquiriesOptions {
  db: Database
  keyring: Keyring
  newsletter: Newsletter
  /** The address that the pages name. */
  supportEmail: () => Promise<string>
  telling: Telling
}

export function enquiriesCalls({ db, keyring, newsletter, supportEmail, telling }: EnquiriesOptions) {
  function subscriptionOf(token: string): string {
    const id = readLinkToken(keyring, 'newsletter', token)
    if (!id) throw refused('newsletter.badLink')
    return id
  }

  function enquiryOf(token: string): string {
    const id = readLinkToken(keyring, 'enquiry', token)
    if (!id) throw refused('enquiries.badLink')
    return id
  }

  async function conversation(enquiryId: string): Promise<EnquiryConversation> {
    const [enquiry] = await enquiryEntries(db, [enquiryId])
    if (!enquiry) throw refused('enquiries.badLink')
    const { title: first, name, createdAt } = enquiry
    const later = await enquiryMessages(db, enquiryId, MOST_MESSAGES)
    const messages = later.map(({ answeredBy, text, createdAt: at }) => ({
      author: answeredBy === null ? ('visitor' as const) : ('shop' as const),
      text,
      postTime: at.toISOString(),
    }))
    const own = first === '' ? [] : [{ author: 'visitor' as const, text: first, postTime: createdAt.toISOString() }]
    return { name, messages: [...own, ...messages] }
  }

  return serves(enquiriesContract, {
    'POST /api/bottom/saveDeal': async ({ body }, { locale }) => {
      const enquiry: store.EnquiryRow = {
        id: body.id ?? randomUUID(),
        type: Number(body.type),
        fillName: body.fillname,
        email: body.email,
        contact: 'skype' in body ? body.skype : '',
        region: body.region,
        message: body.message,
        locale,
      }
      const operator = await supportEmail()
      await db.transaction(async (tx) => {
        await store.queueUp(tx, enquiry.email)
        if ((await store.addEnquiry(tx, enquiry)) === 0) {
          if (await store.isEnquiry(tx, enquiry)) return
          throw refused('error.idempotencyReused')
        }
        const data = { enquiryId: enquiry.id }
        await telling.operator(tx, operator, data)
        // One acknowledgement for a burst of enquiries: a mailbox cannot be filled through this form.
        if (!(await store.wroteLately(tx, enquiry)) && (await mayMail(tx, enquiry.email, 'enquiryReceived')))
          await telling.promise(tx, 'enquiryReceived', enquiry.email, locale, data)
      })
      return null
    },

    'POST /api/bottom/enquiry': ({ body: { token } }) => conversation(enquiryOf(token)),

    'POST /api/bottom/enquiry/reply': async ({ body: { token, id, text } }) => {
      const enquiryId = enquiryOf(token)
      const operator = await supportEmail()
      await db.transaction(async (tx) => {
        if (!(await writes(tx, { id, enquiryId, text }))) return
        const data = { enquiryId, messageId: id }
        await telling.operator(tx, operator, data)
      })
      return conversation(enquiryId)
    },

    'POST /api/bottom/subscription': async ({ body }, { locale, address }) => {
      const asker = askerOf(keyring, address)
      await db.transaction((tx) => newsletter.ask(tx, { email: body.email, locale, asker }))
      return null
    },

    'POST /api/bottom/subscription/confirm': async ({ body }) => {
      if ((await store.confirmSubscription(db, subscriptionOf(body.token))) === 0) throw refused('newsletter.badLink')
      return null
    },

    'POST /api/bottom/subscription/leave': async ({ body }) => {
      const id = subscriptionOf(body.token)
      if (!(await db.transaction((tx) => newsletter.leaveById(tx, id)))) throw refused('newsletter.badLink')
      return null
    },
  })
}
