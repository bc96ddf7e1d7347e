// Who works here: signing in to the back office, and what each may do there (docs/decisions/059).
import { z } from 'zod'
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { type Variables, valuesOf } from '#platform/variables.ts'
import { captchaRoom } from '#rooms/captcha/room.ts'
import { passwordsRoom } from '#rooms/passwords/room.ts'
import { staffCalls } from './api.ts'
import { createGuesses } from './attempts.ts'
import { officeCookie } from './cookie.ts'
import { createFactors } from './factors.ts'
import { createInvitations } from './invitations.ts'
import { grantDeclared } from './permissions.ts'
import { forgetSessions } from './session-store.ts'
import { createStaffSessions } from './sessions.ts'
import { forgetLinks } from './store.ts'

const VARIABLES: Variables<{ STAFF_SIGN_INS_PER_MINUTE: number }> = {
  name: 'staff',
  shape: { STAFF_SIGN_INS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(30) },
  together: [],
  refusals: () => [],
}

export const staffRoom = defineRoom({
  name: 'staff',
  needs: { altcha: captchaRoom, passwords: passwordsRoom },
  secrets: { 'staff-name': 'passing', 'staff-totp': 'passing', 'staff-recovery-code': 'kept' },
  variables: () => VARIABLES,
  open({ db, config, keyring, origin, declared }, { altcha, passwords }) {
    const sessions = createStaffSessions({
      ...{ db, config, cookie: officeCookie(config.isHttps) },
      allPermissions: () => Object.keys(declared('permissions')).sort(),
    })
    const factors = createFactors(keyring)
    const guesses = createGuesses({ db, altcha, keyring })
    const issuer = () => `${config.shopName} ${new URL(origin()).host}`
    const invitations = createInvitations({ db, passwords, factors, sessions, issuer })
    return {
      calls: staffCalls({ db, config, passwords, guesses, factors, sessions, invitations }),
      jobs: [
        forgetDaily(db, 'staffSessions', { days: 0, minute: 55, forget: (on, _, limit) => forgetSessions(on, limit) }),
        forgetDaily(db, 'staffLinks', { days: 0, minute: 56, forget: (on, _, limit) => forgetLinks(on, limit) }),
      ],
      beforeServing: () => grantDeclared(db, declared('permissions')),
      declares: {
        identities: { staff: sessions.identify },
        limits: { 'staff-sign-ins': valuesOf(config, VARIABLES).STAFF_SIGN_INS_PER_MINUTE },
      },
    }
  },
})
