// Passwords: encrypted on their way, hashed at rest.
import { serves } from '#platform/http/serve.ts'
import { defineJob } from '#platform/jobs/define.ts'
import { defineRoom } from '#platform/room.ts'
import { type Variables, valuesOf, whole } from '#platform/variables.ts'
import { passwordsContract } from './contract.ts'
import { createHashing } from './hashing.ts'
import { createJudging } from './judging.ts'
import { createPasswordKeys } from './keys.ts'
import { SETTINGS } from './settings.ts'

const RENEW = defineJob('passwords.renewKey')

declare module '#platform/crypto.ts' {
  interface Purposes {
    'password-keys': unknown
  }
}

const VARIABLES: Variables<{ SECURITY_PER_MINUTE: number }> = {
  name: 'passwords',
  shape: { SECURITY_PER_MINUTE: whole(1, 1_000_000).default(60) },
  setTogether: [],
  refusals: () => [],
}

export const passwordsRoom = defineRoom({
  name: 'passwords',
  needs: {},
  secrets: { 'password-keys': 'passing' },
  settings: SETTINGS,
  variables: () => VARIABLES,
  open({ db, keyring, settings, config }) {
    const keys = createPasswordKeys({ db, keyring })
    const hashing = createHashing()
    const { rule, judge } = createJudging(settings)
    return {
      hands: { open: keys.open, hash: hashing.hash, verify: hashing.verify, judge },
      calls: serves(passwordsContract, {
        'GET /api/security/jwks': async () => ({ ...(await keys.published()), rule: rule() }),
      }),
      jobs: [RENEW.does(() => keys.renew(), { cron: '27 * * * *' })],
      declares: { limits: { security: valuesOf(config, VARIABLES).SECURITY_PER_MINUTE } },
      close: () => hashing.close(),
    }
  },
})
