// Which lines of what is brought in as keys look different from the others: a heading, two keys on a line, half a key. They may be
// keys all the same, which a person says. Pure; of a key nothing is kept but its form.
import type { OddReason } from './limits.ts'
import { splitAccount } from './rules.ts'

export interface OddLine {
  line: number
  reason: OddReason
}

const LEAST_USUAL = 8

interface Seen {
  line: number
  /** `AB12C-DE34F` has `5-5`. */
  form: string
  length: number
  /** Why it is odd whatever the others are. */
  always?: OddReason | false
  /** Why it is odd unless most have its form. */
  alone?: OddReason | false
}

export function watchForms(areAccounts: boolean) {
  const seen: Seen[] = []
  return {
    see: (line: number, key: string) => void seen.push({ line, ...(areAccounts ? ofAccount(key) : ofKey(key)) }),

    odd(): OddLine[] {
      const usual = { form: usualOf(seen.map(({ form }) => form)), length: usualOf(seen.map(({ length }) => length)) }
      return seen.flatMap((one) => {
        const reason = whyOdd(one, usual)
        return reason ? [{ line: one.line, reason }] : []
      })
    },
  }
}

const ofAccount = (key: string) => ({
  ...{ form: 'account', length: key.length },
  always: !splitAccount(key) && ('no-account' as const),
})

const ofKey = (key: string) => ({
  ...{ form: key.replace(/[A-Za-z0-9]+/g, (run) => String(run.length)), length: key.length },
  always: /[,;]/.test(key) && ('several' as const),
  alone: key.length < LEAST_USUAL ? ('short' as const) : /\s/.test(key) && ('several' as const),
})

/** Where keys of one kind have no form in common, as random letters with signs between them, they have their length. */
function whyOdd(one: Seen, usual: { form: string | undefined; length: number | undefined }): OddReason | undefined {
  if (one.always) return one.always
  if (one.form === usual.form) return undefined
  if (one.alone) return one.alone
  const differs = usual.form !== undefined || (usual.length !== undefined && one.length !== usual.length)
  return differs ? 'differs' : undefined
}

/** What more than half of them are, and more than one. */
function usualOf<T>(all: readonly T[]): T | undefined {
  const counts = new Map<T, number>()
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1)
  for (const [each, count] of counts) if (count > 1 && count * 2 > all.length) return each
  return undefined
}
