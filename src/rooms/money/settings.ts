// What an operator may change of currencies beside the currencies themselves.
import { defineSetting, wholeNumber } from '#platform/settings/define.ts'

/** By how many percent a rate may differ from the one before it, without a person who says that it is right. */
export const MOST_JUMP = defineSetting('rate.jump.percent', { schema: wholeNumber(1, 100), initial: '10' })

export const SETTINGS = [MOST_JUMP]
