// What visitors write to the shop, and the newsletter.
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { contentRoom } from '#rooms/content/room.ts'
import { ALERTS } from './alerts.ts'
import { enquiriesCalls } from './api.ts'
import { enquiryLetters } from './letters.ts'
import { createNewsletter } from './newsletter.ts'
import { underAddress } from './personal.ts'
import { forgetEnquiries, forgetNewsletter, waitsToBeConfirmed } from './store.ts'
import { createTelling } from './telling.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    newsletter: unknown
    enquiry: unknown
  }
}

export const enquiriesRoom = defineRoom({
  name: 'enquiries',
  needs: { content: contentRoom },
  secrets: { newsletter: 'kept', enquiry: 'kept' },
  open({ db, keyring, config: { retention }, origin, mailDomain }, { content: { siteTexts } }) {
    const newsletter = createNewsletter(mailDomain)
    return {
      hands: { newsletter, underAddress: underAddress(db) },
      calls: enquiriesCalls({
        db,
        keyring,
        newsletter,
        supportEmail: () => siteTexts.supportEmail(),
        telling: createTelling(mailDomain),
      }),
      jobs: [
        forgetDaily(db, 'enquiries', { days: retention.enquiries, minute: 15, forget: forgetEnquiries }),
        forgetDaily(db, 'newsletter', { days: retention.newsletter, minute: 25, forget: forgetNewsletter }),
      ],
      declares: {
        alerts: ALERTS,
        mails: enquiryLetters({ db, keyring, origin }),
        mailsHold: { newsletterConfirm: ({ subscriptionId }) => waitsToBeConfirmed(db, subscriptionId!) },
      },
    }
  },
})
