// Why something cannot be done to a person or a role, in the words of the back office.
import type english from '#locales/office/en-US.json'
import { refused } from '#platform/http/errors.ts'

export type StaffRefusal = keyof (typeof english)['staff']['refused']

/** `values` are what the sentence names. */
export const cannot = (code: StaffRefusal, values: Record<string, string | number> = {}) =>
  refused(`staff.refused.${code}`, values)
