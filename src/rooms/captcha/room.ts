// Work that a browser is asked to do before it is believed to be more than a script, and pictures that people read.
import { serves } from '#platform/http/serve.ts'
import { defineJob } from '#platform/jobs/define.ts'
import { defineRoom } from '#platform/room.ts'
import { type Variables, valuesOf, whole } from '#platform/variables.ts'
import { createAltcha } from './altcha.ts'
import { captchaContract } from './contract.ts'
import { createImages } from './images.ts'
import { forgetImages, forgetSolutions } from './store.ts'

const FORGET = defineJob('captcha.forget')

declare module '#platform/crypto.ts' {
  interface Purposes {
    captcha: unknown
    'captcha-image': unknown
    client: unknown
  }
}

const VARIABLES: Variables<{ CAPTCHAS_PER_MINUTE: number }> = {
  name: 'captcha',
  shape: { CAPTCHAS_PER_MINUTE: whole(1, 1_000_000).default(30) },
  setTogether: [],
  refusals: () => [],
}

export const captchaRoom = defineRoom({
  name: 'captcha',
  needs: {},
  secrets: { captcha: 'passing', 'captcha-image': 'passing', client: 'passing' },
  variables: () => VARIABLES,
  open({ db, keyring, config }) {
    const altcha = createAltcha(keyring)
    const { make, takeImage } = createImages({ db, keyring, altcha })
    const forget = async () => {
      await forgetSolutions(db)
      await forgetImages(db)
    }
    return {
      hands: { ...altcha, takeImage },
      calls: serves(captchaContract, { 'GET /captchaImage': make }),
      jobs: [FORGET.does(forget, { cron: '43 * * * *' })],
      declares: { limits: { captcha: valuesOf(config, VARIABLES).CAPTCHAS_PER_MINUTE } },
    }
  },
})
