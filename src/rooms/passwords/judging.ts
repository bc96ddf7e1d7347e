// What a member may choose as his password (decision D3).
import { invalid } from '#platform/http/errors.ts'
import { loadOnce } from '#platform/load-once.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { LEAST } from './limits.ts'
import { lengthOf } from './rules.ts'
import { LONGEST } from './settings.ts'

const COMMONEST = 10_000

/** The list is large and wanted seldom: it is read when the first password is chosen. Its order is that of how common they are. */
const commonest = loadOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, COMMONEST).map(String))
})

export type Judging = ReturnType<typeof createJudging>

export function createJudging(settings: Pick<Settings, 'read'>) {
  const rule = () => ({ least: LEAST, most: settings.read(LONGEST) })
  return {
    rule,

    /** Throws 400 at `path`: `password.length`, or `password.common` for one of those that are guessed first. */
    async judge(password: string, path: string): Promise<void> {
      const { least, most } = rule()
      const length = lengthOf(password)
      if (length < least || length > most) throw invalid([{ path, message: 'password.length' }])
      if ((await commonest.wanted()).has(password.normalize('NFKC').toLowerCase()))
        throw invalid([{ path, message: 'password.common' }])
    },
  }
}
