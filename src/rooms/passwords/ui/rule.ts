// How long a new password may be, as the server says; until it is asked, as a new shop begins.
import { useEffect, useState } from 'react'
import { call } from '#browser/calls.ts'
import { LEAST, MOST } from '../limits.ts'

interface Rule {
  least: number
  most: number
}

let asked: Promise<Rule> | undefined

/** Asked once; again after a failure. */
export function passwordRule(): Promise<Rule> {
  asked ??= call('GET /api/security/jwks', {}).then(
    ({ rule }) => rule,
    (error) => {
      asked = undefined
      throw error
    },
  )
  return asked
}

export function usePasswordRule(): Rule {
  const [rule, setRule] = useState<Rule>({ least: LEAST, most: MOST })
  useEffect(() => {
    // A form asks again when it checks what was typed, and says then what is wrong.
    passwordRule().then(setRule, () => {})
  }, [])
  return rule
}
