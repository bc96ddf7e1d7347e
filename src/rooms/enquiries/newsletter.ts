// The wish for the newsletter: whoever has it is asked by mail whether he means it (double opt-in).
import { randomUUID } from 'node:crypto'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { noteInJournal } from '#platform/journal.ts'
import { mayMail, networkOf, promiseMail } from '#rooms/mail/hands.ts'
import * as store from './store.ts'

export function createNewsletter(mailDomain: () => string) {
  return {
    /**
     * Notes it and promises that mail, unless the address has confirmed already or was asked of late. `asker`: whose address it
     * need not be.
     */
    async ask(
      tx: Transaction,
      { email, locale, asker }: { email: string; locale: string; asker?: string },
    ): Promise<void> {
      const recipient = email.toLowerCase()
      const network = networkOf(asker)
      const may = await mayMail(tx, recipient, 'newsletterConfirm', network && { network })
      const asked = may && (await store.askForNewsletter(tx, { id: randomUUID(), email: recipient, locale }))
      if (!asked) return void (await store.askAgain(tx, recipient))
      const id = randomUUID()
      await promiseMail(tx, {
        id,
        messageId: `<${id}@${mailDomain()}>`,
        recipient,
        locale,
        template: 'newsletterConfirm',
        data: { subscriptionId: asked.id },
        ...(network && { asker: network }),
      })
    },

    /** For whoever reads mail to this address and needs no link for it. At once, and without another mail. */
    async leave(tx: Transaction, email: string): Promise<void> {
      const subscription = await store.subscriptionOf(tx, email.toLowerCase())
      if (subscription) await leaveById(tx, subscription.id)
    },

    leaveById,

    /** Its reader has another address now, which he has confirmed. */
    move: (tx: Transaction, from: string, to: string) =>
      store.moveSubscription(tx, from.toLowerCase(), to.toLowerCase()),

    /** Whether this address waits for its mail, or gets the newsletter. */
    async stateOf(db: Queryable, email: string): Promise<'none' | 'asked' | 'confirmed'> {
      const state = (await store.subscriptionOf(db, email.toLowerCase()))?.state
      return state === 'asked' || state === 'confirmed' ? state : 'none'
    },
  }
}

/** The journal hears of it: no restore brings the newsletter back (decision E8). False: there is no such subscription any more. */
async function leaveById(tx: Transaction, id: string): Promise<boolean> {
  const [known] = await store.leaveNewsletter(tx, [id])
  if (known?.isNews) await noteInJournal(tx, 'newsletter', id)
  return known !== undefined
}

export type Newsletter = ReturnType<typeof createNewsletter>
