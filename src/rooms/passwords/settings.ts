// What the operator may change about passwords.
import { defineSetting, wholeNumber } from '#platform/settings/define.ts'
import { LEAST, MOST } from './limits.ts'

/** Characters of the longest password that a member may choose (decision D3); inputs take 30. */
export const LONGEST = defineSetting('password.longest', {
  ...{ schema: wholeNumber(LEAST, 30), unit: 'characters', initial: String(MOST) },
})

export const SETTINGS = [LONGEST]
