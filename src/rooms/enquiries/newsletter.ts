// The wish for the newsletter: whoever has it is asked by mail whether he means it (double opt-in).
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import { mayMail, promiseMail } from '#rooms/mail/hands.ts'
import * as store from './store.ts'

/** Notes it and promises that mail, unless the address has confirmed already or was asked of late. */
export function createNewsletter(mailDomain: () => string) {
  return {
    async ask(tx: Transaction, { email, locale }: { email: string; locale: string }): Promise<void> {
      const recipient = email.toLowerCase()
      if (!(await mayMail(tx, recipient, 'newsletterConfirm'))) return
      const asked = await store.askForNewsletter(tx, { id: randomUUID(), email: recipient, locale })
      if (!asked) return
      const id = randomUUID()
      await promiseMail(tx, {
        id,
        messageId: `<${id}@${mailDomain()}>`,
        recipient,
        locale,
        template: 'newsletterConfirm',
        data: { subscriptionId: asked.id },
      })
    },
  }
}

export type Newsletter = ReturnType<typeof createNewsletter>
