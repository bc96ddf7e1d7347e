// Passwords: encrypted on their way, hashed at rest.
import { serves } from '#platform/http/serve.ts'
import { defineJob } from '#platform/jobs/define.ts'
import { defineRoom } from '#platform/room.ts'
import { passwordsContract } from './contract.ts'
import { createHashing } from './hashing.ts'
import { createPasswordKeys } from './keys.ts'

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
  open({ db, keyring }) {
    const keys = createPasswordKeys({ db, keyring })
    const hashing = createHashing()
    return {
      hands: { open: keys.open, hash: hashing.hash, verify: hashing.verify },
      calls: serves(passwordsContract, { 'GET /api/security/jwks': () => keys.published() }),
      jobs: [RENEW.does(() => keys.renew(), { cron: '27 * * * *' })],
      declares: { limits: { security: 60 } },
      close: () => hashing.close(),
    }
  },
})
