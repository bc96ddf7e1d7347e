// Which lines of what is brought in as keys look different from the others: a heading, two keys on a line, half a key. They may be
// keys all the same, which a person says. Pure; of a key its form is kept, in memory.
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
  /** It holds letters, digits and the signs of base64 alone. */
  isPlain: boolean
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
  ...{ form: 'account', length: key.length, isPlain: true },
  always: !splitAccount(key) && ('no-account' as const),
})

const ofKey = (key: string) => ({
  ...{ form: formOf(key), length: key.length, isPlain: /^[\w+/=-]+$/.test(key) },
  always: (/[,;]/.test(key) || areKeys(key.split(/\s+/))) && ('several' as const),
  alone: key.length < LEAST_USUAL ? ('short' as const) : /\s/.test(key) && ('several' as const),
})

const formOf = (key: string) => key.replace(/[A-Za-z0-9]+/g, (run) => String(run.length))

/** Several words of one form that is a key's: of three runs at least. */
const areKeys = ([first = '', ...others]: string[]) =>
  others.length > 0 && /\d\D+\d+\D+\d/.test(formOf(first)) && others.every((other) => formOf(other) === formOf(first))

/** So many of them have one form that those of the same length without it are odd. */
const NEARLY_ALL = 0.9

/**
 * Where keys of one kind have no form in common, as random letters with signs between them, they have their length: one of that
 * length is odd where nearly all others have one form, or where it holds what keys do not.
 */
function whyOdd(one: Seen, { form, length }: { form?: Usual<string>; length?: Usual<number> }): OddReason | undefined {
  if (one.always) return one.always
  if (one.form === form?.value) return undefined
  if (one.alone) return one.alone
  const hasOtherLength = length !== undefined && one.length !== length.value
  const hasOtherForm = form !== undefined && (form.share >= NEARLY_ALL || !one.isPlain)
  return hasOtherLength || hasOtherForm ? 'differs' : undefined
}

interface Usual<T> {
  value: T
  share: number
}

/** What more than half of them are, and more than one. */
function usualOf<T>(all: readonly T[]): Usual<T> | undefined {
  const counts = new Map<T, number>()
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1)
  for (const [value, count] of counts)
    if (count > 1 && count * 2 > all.length) return { value, share: count / all.length }
  return undefined
}
