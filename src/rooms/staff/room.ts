// Who works here: signing in to the back office, and what each may do there (docs/decisions/059).
import { mergeCalls } from '#platform/http/serve.ts'
import { defineJob } from '#platform/jobs/define.ts'
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { type Variables, valuesOf, whole } from '#platform/variables.ts'
import { captchaRoom } from '#rooms/captcha/room.ts'
import { passwordsRoom } from '#rooms/passwords/room.ts'
import { createCeremonies, relyingParty } from '#rooms/webauthn/hands.ts'
import { ALERT_DETAILS, ALERTS } from './alerts.ts'
import { staffCalls } from './api.ts'
import { createGuesses } from './attempts.ts'
import { officeCookie } from './cookie.ts'
import { createFactors } from './factors.ts'
import { createHolding } from './holding.ts'
import { inHisName } from './in-his-name.ts'
import { createInvitations } from './invitations.ts'
import { ownCalls } from './own.ts'
import { authenticatorCalls } from './own-authenticator.ts'
import { staffPasskeys } from './passkey-store.ts'
import { passkeyCalls } from './passkeys.ts'
import { peopleCalls } from './people.ts'
import { staffMeant, staffNames } from './people-store.ts'
import { grantDeclared } from './permissions.ts'
import { rolesCalls } from './roles.ts'
import { forgetDevices, forgetSessions } from './session-store.ts'
import { createStaffSessions } from './sessions.ts'
import { forgetLinks } from './store.ts'
import { createTold, invitationsThatOpen, staffLetters } from './told.ts'

const VARIABLES: Variables<{ STAFF_SIGN_INS_PER_MINUTE: number }> = {
  name: 'staff',
  shape: { STAFF_SIGN_INS_PER_MINUTE: whole(1, 1_000_000).default(30) },
  setTogether: [],
  refusals: () => [],
}

const FORGET_CHALLENGES = defineJob('staff.forgetChallenges')

/** The cookie by which a browser is known lives for a year from its last sign-in. */
const DEVICE_DAYS = 400

export const staffRoom = defineRoom({
  name: 'staff',
  needs: { altcha: captchaRoom, passwords: passwordsRoom },
  secrets: {
    ...{ 'staff-name': 'passing', 'staff-totp': 'passing', 'staff-new-totp': 'passing' },
    ...{ 'staff-recovery-code': 'kept', 'staff-link': 'passing' },
  },
  variables: () => VARIABLES,
  open({ db, log, config, identity, keyring, origin, demoToken, mailDomain, declared }, { altcha, passwords }) {
    const told = createTold({ keyring, mailDomain })
    const allPermissions = () => Object.keys(declared('permissions')).sort()
    const cookie = officeCookie(config.isHttps)
    const sessions = createStaffSessions({ db, config, identity, cookie, told, allPermissions })
    const holding = createHolding({ db, sessions })
    const waiting = inHisName(() => declared('inHisName'))
    const factors = createFactors(keyring)
    const guesses = createGuesses({ db, altcha, keyring, cookie, told })
    const issuer = () => `${identity.name()} ${new URL(origin()).host}`
    const invitations = createInvitations({ db, passwords, factors, sessions, told, issuer })
    const ceremonies = createCeremonies({
      log,
      store: staffPasskeys,
      // Of this very host: an employee's passkey is for no page of a domain above it.
      party: () => relyingParty({ publicUrl: config.publicUrl, cookieDomain: undefined, origin: origin() }),
    })
    return {
      calls: mergeCalls(
        staffCalls({ db, config, identity, demoToken, passwords, guesses, factors, sessions, invitations }),
        peopleCalls({ db, holding, sessions, told, waiting, origin }),
        rolesCalls({ db, holding, waiting, allPermissions }),
        ownCalls({ db, passwords, guesses, factors, sessions, told }),
        authenticatorCalls({ db, keyring, passwords, guesses, factors, sessions, told, issuer }),
        passkeyCalls({ db, log, ceremonies, sessions, told, shopName: issuer }),
      ),
      jobs: [
        FORGET_CHALLENGES.does(() => staffPasskeys.forgetChallenges(db).then(() => undefined), {
          cron: '*/10 * * * *',
        }),
        forgetDaily(db, 'staffSessions', { days: 0, minute: 55, forget: (on, _, limit) => forgetSessions(on, limit) }),
        forgetDaily(db, 'staffLinks', { days: 0, minute: 56, forget: (on, _, limit) => forgetLinks(on, limit) }),
        forgetDaily(db, 'staffDevices', { days: DEVICE_DAYS, minute: 2, forget: forgetDevices }),
      ],
      beforeServing: () => grantDeclared(db, declared('permissions')),
      declares: {
        ...{ alerts: ALERTS, alertDetails: ALERT_DETAILS },
        identities: { staff: sessions.identify },
        permissions: { 'staff.read': ['manager'], 'staff.write': [] },
        histories: { staff: 'staff.read', role: 'staff.read' },
        ...{ subjectNames: { staff: staffNames }, subjectMeant: { staff: staffMeant } },
        mails: staffLetters({ keyring, origin }),
        mailsHold: invitationsThatOpen({ db, keyring }),
        limits: { 'staff-sign-ins': valuesOf(config, VARIABLES).STAFF_SIGN_INS_PER_MINUTE },
      },
    }
  },
})
