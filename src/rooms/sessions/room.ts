// Sessions: members sign in and are believed to be who they are.
import { clockOf } from '#platform/database/clock.ts'
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { days, type Variables, valuesOf, whole } from '#platform/variables.ts'
import { captchaRoom } from '#rooms/captcha/room.ts'
import { levelsRoom } from '#rooms/levels/room.ts'
import { ADDRESS_TAKEN_BACK, PASSWORD_CHANGED } from '#rooms/members/events.ts'
import { membersRoom } from '#rooms/members/room.ts'
import { passwordsRoom } from '#rooms/passwords/room.ts'
import { sessionsCalls } from './api.ts'
import { createAttempts } from './attempts.ts'
import { hashToken, sessionCookies } from './cookies.ts'
import { SIGNED_IN } from './events.ts'
import { personalSessions } from './personal.ts'
import { secondFactors } from './second.ts'
import { createSessions } from './sessions.ts'
import { shownMembers } from './shown.ts'
import {
  endOtherSessions,
  forgetDevices,
  forgetDevicesOf,
  forgetSessions,
  forgetSignIns,
  isKnownDevice,
} from './store.ts'
import { loginTickets } from './ticket.ts'
import { newDeviceTold, sessionLetters, tellGuessed } from './told.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    'login-name': unknown
    'login-ticket': unknown
  }
}

/** Days that a browser stays known after its last sign-in: its cookie lives for 365 of them. */
const DEVICE_DAYS = 400

const VARIABLES: Variables<{ LOGINS_PER_MINUTE: number; RETAIN_SIGN_INS_DAYS: number }> = {
  name: 'sessions',
  shape: {
    LOGINS_PER_MINUTE: whole(1, 1_000_000).default(30),
    RETAIN_SIGN_INS_DAYS: days.default(180),
  },
  setTogether: [],
  refusals: () => [],
}

export const sessionsRoom = defineRoom({
  name: 'sessions',
  needs: { altcha: captchaRoom, levels: levelsRoom, members: membersRoom, passwords: passwordsRoom },
  secrets: { 'login-name': 'passing', 'login-ticket': 'passing' },
  events: [SIGNED_IN],
  variables: () => VARIABLES,
  open({ db, keyring, config, events, origin, mailDomain, declared }, { altcha, levels, passwords }) {
    const values = valuesOf(config, VARIABLES)
    const cookies = sessionCookies({ https: config.isHttps, domain: config.cookieDomain })
    const userOf = shownMembers({
      db,
      levels,
      facts: () => declared('memberFacts'),
      protections: () => declared('protections'),
    })
    const sessions = createSessions({ db, events, cookies, mailDomain, userOf })
    const attempts = createAttempts({
      ...{ db, altcha, keyring, cookies, perMinute: values.LOGINS_PER_MINUTE },
      tellGuessed: (memberId, caller) => db.transaction((tx) => tellGuessed(tx, memberId, caller, mailDomain())),
    })
    const tickets = loginTickets(keyring, () => clockOf(db))
    const second = secondFactors(() => declared('secondFactors'))
    return {
      hands: { ...sessions, countAddress: attempts.countAddress },
      calls: sessionsCalls({ db, passwords, sessions, attempts, cookies, tickets, second }),
      subscribes: [
        PASSWORD_CHANGED.inTransaction((tx, { subject, payload }) => endOtherSessions(tx, subject, payload.keep)),
        // The browser of whoever had the account meanwhile is one like any other again.
        ADDRESS_TAKEN_BACK.inTransaction((tx, { subject }) => forgetDevicesOf(tx, subject)),
        newDeviceTold(mailDomain),
      ],
      jobs: [
        forgetDaily(db, 'sessions', { days: 0, minute: 45, forget: (on, _, limit) => forgetSessions(on, limit) }),
        forgetDaily(db, 'signIns', { days: values.RETAIN_SIGN_INS_DAYS, minute: 46, forget: forgetSignIns }),
        forgetDaily(db, 'devices', { days: DEVICE_DAYS, minute: 47, forget: forgetDevices }),
      ],
      declares: {
        identities: { member: sessions.identify },
        memberBrowsers: {
          nameOf(headers) {
            const device = cookies.deviceOf(headers)
            return device && hashToken(device).toString('base64url')
          },
          isKnown: (on, memberId, name) => isKnownDevice(on, memberId, Buffer.from(name, 'base64url')),
        },
        memberProofs: { hold: sessions.hold },
        mails: sessionLetters({ origin }),
        personal: { sessions: personalSessions(db) },
      },
    }
  },
})
