// Passwords: encrypted on their way, hashed at rest.
import { serves } from '#platform/http/serve.ts'
import { defineJob } from '#platform/jobs/define.ts'
import { defineRoom } from '#platform/room.ts'
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

export const passwordsRoom = defineRoom({
  name: 'passwords',
  needs: {},
  secrets: { 'password-keys': 'passing' },
  settings: SETTINGS,
  open({ db, keyring, settings }) {
    const keys = createPasswordKeys({ db, keyring })
    const hashing = createHashing()
    const { rule, judge } = createJudging(settings)
    return {
      hands: { open: keys.open, hash: hashing.hash, verify: hashing.verify, judge },
      calls: serves(passwordsContract, {
        'GET /api/security/jwks': async () => ({ ...(await keys.published()), rule: rule() }),
      }),
      jobs: [RENEW.does(() => keys.renew(), { cron: '27 * * * *' })],
      declares: { limits: { security: 60 } },
      close: () => hashing.close(),
    }
  },
})
