// Mail: an outbox that keeps its promises, written in the words of the room that each mail is about.
import { MAIL_ADDRESS, MAIL_NAME, MAIL_REPLY_TO } from '#platform/identity.ts'
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { contentRoom } from '#rooms/content/room.ts'
import { createDelivery, type MailChecks, type MailWriters } from './deliver.ts'
import { SEND_MAIL } from './jobs.ts'
import { mailFace } from './mail-face.ts'
import { sandboxMail } from './sandbox-mail.ts'
import { forgetAskers, forgetGivenUp, forgetMails, hasSent, overdueMails } from './store.ts'

declare module '#platform/room.ts' {
  interface Declarations {
    mails: MailWriters
    mailsHold: MailChecks
  }
}

declare module '#platform/crypto.ts' {
  interface Purposes {
    mail: unknown
  }
}

export const mailRoom = defineRoom({
  name: 'mail',
  needs: { content: contentRoom },
  settings: [MAIL_NAME, MAIL_ADDRESS, MAIL_REPLY_TO],
  secrets: { mail: 'passing', 'mail-asker': 'passing' },
  open(
    { db, keyring, config, identity, metrics, origin, demoToken, declared },
    { content: { siteTexts, site, accent } },
  ) {
    const face = mailFace({ siteTexts, shopName: identity.name, site, accent, origin, replyTo: identity.replyTo })
    const delivery = createDelivery({
      db,
      keyring,
      smtpUrl: config.smtpUrl,
      sender: identity.sender,
      face,
      writers: () => declared('mails'),
      checks: () => declared('mailsHold'),
    })
    const overdue = () => overdueMails(db)
    metrics.lookUp('latchkey_mails_overdue', 'Mails that have waited for more than five minutes', overdue)
    const isDemo = config.mode === 'demo'
    return {
      hands: {
        writerNow: delivery.writerNow,
        /** Where a demo shop shows its mails, with the token if one is needed. */
        sandbox: () =>
          isDemo ? `${origin.fixed()}/sandbox/mail${demoToken.value ? `?token=${demoToken.value}` : ''}` : undefined,
      },
      jobs: [
        SEND_MAIL.does(({ mailId }) => delivery.send(mailId)),
        forgetDaily(db, 'mails', { days: config.retention.mails, minute: 0, forget: forgetMails }),
        forgetDaily(db, 'mailJobs', { days: 7, minute: 3, forget: (at, _, limit) => forgetGivenUp(at, limit) }),
        forgetDaily(db, 'mailAskers', { days: 2, minute: 1, forget: forgetAskers }),
      ],
      responders: isDemo ? [{ prefix: '/sandbox/mail', answer: sandboxMail(delivery, demoToken) }] : [],
      declares: { firstSteps: { mail: async () => config.smtpUrl !== undefined && (await hasSent(db)) } },
      async notes() {
        const waiting = await overdue()
        return waiting > 0 ? [`mail: ${waiting} have waited for more than five minutes`] : []
      },
      close: async () => delivery.close(),
    }
  },
})
