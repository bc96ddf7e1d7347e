// What the forms with passwords have in common: refusals in words, and passwords that do not stay.
import { useState } from 'react'
import { CallRefused } from '#browser/calls.ts'
import { usePasswordRule } from '#rooms/passwords/ui/rule.ts'
import { useMemberWords } from './words.ts'

type FieldsOf = { ref: { current: HTMLFormElement | null } }

export function useAccountForm() {
  const t = useMemberWords()
  const rule = usePasswordRule()
  const [problem, setProblem] = useState<string>()
  const say = (message: string) => (t.knows(message) ? t(message, { ...rule }) : t('error.unexpected'))

  return {
    t,
    rule,
    say,
    problem,
    setProblem,
    unreachable: () => setProblem(t('error.offline')),

    /** What a refusal says beside the fields; undefined where it is theirs. Throws what is none. */
    explain(error: unknown): string {
      if (!(error instanceof CallRefused)) throw error
      if (error.errors.some(({ message }) => message === 'password.stale')) return t('login.stale')
      if (error.status === 429) return t('password.tooMany')
      if (error.status === 0) return t('error.offline')
      // What has a reason is a sentence in the page's language.
      return reasonOf(error) ? error.message : say(error.message)
    },
  }
}

/** By which a refusal says what would help. */
export const reasonOf = ({ data }: CallRefused): string | undefined =>
  typeof data === 'object' && data !== null ? (data as { reason?: string }).reason : undefined

/** Empties these fields (specification §8). */
export function emptyFields({ ref }: FieldsOf, names: readonly string[]): void {
  for (const name of names) {
    const field = ref.current?.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.value = ''
  }
}

/** Complaints about single fields that a person can mend; those about how they were sent are none. */
export function fieldErrors(error: unknown): Record<string, string> | undefined {
  if (!(error instanceof CallRefused) || error.errors.length === 0) return undefined
  const mendable = error.errors.filter(({ message }) => !/^password\.(stale|notEncrypted)$/.test(message))
  return mendable.length > 0 ? Object.fromEntries(mendable.map(({ path, message }) => [path, message])) : undefined
}
