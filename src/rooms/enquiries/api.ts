// The calls with which people write to the shop and subscribe to its newsletter.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { serves } from '#platform/http/serve.ts'
import { DEFAULT_LOCALE } from '#platform/i18n/locales.ts'
import { type LetterTemplate, mayMail, promiseMail } from '#rooms/mail/hands.ts'
import { enquiriesContract } from './contract.ts'
import type { Newsletter } from './newsletter.ts'
import { readNewsletterToken } from './newsletter-link.ts'
import * as store from './store.ts'

export interface EnquiriesOptions {
  db: Database
  keyring: Keyring
  newsletter: Newsletter
  /** The address that the pages name. */
  supportEmail: () => Promise<string>
  origin: () => string
}

export function enquiriesCalls({ db, keyring, newsletter, supportEmail, origin }: EnquiriesOptions) {
  function promise(
    tx: Transaction,
    template: LetterTemplate,
    recipient: string,
    locale: string,
    data: Record<string, string>,
  ) {
    const id = randomUUID()
    const messageId = `<${id}@${new URL(origin()).hostname}>`
    return promiseMail(tx, { id, messageId, recipient, locale, template, data })
  }

  function subscriptionOf(token: string): string {
    const id = readNewsletterToken(keyring, token)
    if (!id) throw refused('newsletter.badLink')
    return id
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
        if ((await store.addEnquiry(tx, enquiry)) === 0) return
        const data = { enquiryId: enquiry.id }
        await promise(tx, 'enquiryForOperator', operator, DEFAULT_LOCALE.code, data)
        // One acknowledgement for a burst of enquiries: a mailbox cannot be filled through this form.
        if (!(await store.wroteLately(tx, enquiry)) && (await mayMail(tx, enquiry.email, 'enquiryReceived')))
          await promise(tx, 'enquiryReceived', enquiry.email, locale, data)
      })
      return null
    },

    'POST /api/bottom/subscription': async ({ body }, { locale }) => {
      await db.transaction((tx) => newsletter.ask(tx, { email: body.email, locale }))
      return null
    },

    'POST /api/bottom/subscription/confirm': async ({ body }) => {
      if ((await store.confirmSubscription(db, subscriptionOf(body.token))) === 0) throw refused('newsletter.badLink')
      return null
    },

    'POST /api/bottom/subscription/leave': async ({ body }) => {
      if ((await store.leaveNewsletter(db, subscriptionOf(body.token))) === 0) throw refused('newsletter.badLink')
      return null
    },
  })
}
