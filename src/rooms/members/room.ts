// Members: who they are, how one becomes one, and how a password is replaced.
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { valuesOf } from '#platform/variables.ts'
import { captchaRoom } from '#rooms/captcha/room.ts'
import { enquiriesRoom } from '#rooms/enquiries/room.ts'
import { passwordsRoom } from '#rooms/passwords/room.ts'
import { membersCalls } from './api.ts'
import { EMAIL_ASKED, mailEmailChange } from './email-change.ts'
import { dropPendingChange, forgetChanges } from './email-store.ts'
import { ADDRESS_TAKEN_BACK, MEMBER_CONFIRMED, PASSWORD_CHANGED } from './events.ts'
import { mailReset } from './forgotten.ts'
import { FORGOTTEN, REGISTERED } from './jobs.ts'
import { accountLetters, createLetters, linksThatOpen } from './letters.ts'
import { forgetResets } from './password-store.ts'
import { personalMembers } from './personal.ts'
import { seeToRegistration } from './registration.ts'
import { DAYS, forgetRegistrations } from './registration-store.ts'
import { memberAddresses } from './store.ts'
import { VARIABLES } from './variables.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    'member-link': unknown
  }
}

export const membersRoom = defineRoom({
  name: 'members',
  needs: { captcha: captchaRoom, enquiries: enquiriesRoom, passwords: passwordsRoom },
  // A registration waits for a week, and so long a change of address can be taken back.
  secrets: { 'member-link': 'kept' },
  events: [MEMBER_CONFIRMED, PASSWORD_CHANGED, ADDRESS_TAKEN_BACK],
  variables: () => VARIABLES,
  open({ db, keyring, events, config, origin, mailDomain, declared }, { captcha, enquiries, passwords }) {
    const letters = createLetters(mailDomain)
    const browsers = () => declared('memberBrowsers')
    const proofs = () => declared('memberProofs')
    const limits = valuesOf(config, VARIABLES)
    return {
      calls: membersCalls({
        db,
        keyring,
        events,
        passwords,
        captcha,
        newsletter: enquiries.newsletter,
        letters,
        browsers,
        proofs,
      }),
      subscribes: [
        // Whoever asked for it may have known no more than the password before.
        PASSWORD_CHANGED.inTransaction((tx, { subject }) => dropPendingChange(tx, subject)),
      ],
      jobs: [
        REGISTERED.does((registered) => seeToRegistration(db, letters, registered)),
        FORGOTTEN.does((forgotten) => mailReset({ db, letters, browsers }, forgotten)),
        EMAIL_ASKED.does(({ changeId }) => mailEmailChange(db, letters, changeId)),
        forgetDaily(db, 'registrations', { days: DAYS, minute: 33, forget: forgetRegistrations }),
        forgetDaily(db, 'passwordResets', { days: 1, minute: 34, forget: forgetResets }),
        forgetDaily(db, 'emailChanges', { days: 8, minute: 48, forget: forgetChanges }),
      ],
      declares: {
        subjectNames: {
          member: async (on, ids, { sees }) => (sees('orders.read') ? memberAddresses(on, ids) : new Map()),
        },
        personal: { members: personalMembers(db, enquiries.underAddress) },
        memberFacts: { newsletter: (on, { email }) => enquiries.newsletter.stateOf(on, email) },
        mails: accountLetters({ keyring, origin }),
        mailsHold: linksThatOpen(db),
        limits: {
          register: limits.REGISTRATIONS_PER_MINUTE,
          forget: limits.FORGOTTEN_PER_MINUTE,
          accountLink: limits.ACCOUNT_LINKS_PER_MINUTE,
        },
      },
    }
  },
})
