// Work that a browser is asked to do before it is believed to be more than a script.
import { defineJob } from '#platform/jobs/define.ts'
import { defineRoom } from '#platform/room.ts'
import { createAltcha } from './altcha.ts'
import { forgetSolutions } from './store.ts'

const FORGET = defineJob('captcha.forget')

declare module '#platform/crypto.ts' {
  interface Purposes {
    captcha: unknown
    client: unknown
  }
}

export const captchaRoom = defineRoom({
  name: 'captcha',
  needs: {},
  secrets: { captcha: 'passing', client: 'passing' },
  open: ({ db, keyring }) => ({
    hands: createAltcha(keyring),
    jobs: [FORGET.does(async () => void (await forgetSolutions(db)), { cron: '43 * * * *' })],
  }),
})
