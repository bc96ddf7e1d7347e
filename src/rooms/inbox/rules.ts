// What the inbox can look for: a reference, the number of an order, or somebody's whole address.
import { orderNoIn } from '#rooms/orders/limits.ts'

/** The letter of its kind, and what follows: eight digits of an id, or a review's number. */
export function referenceIn(typed: string): { letter: string; rest: string } | undefined {
  const [, letter = '', rest = ''] = /^([TEWR])-?([0-9a-f]{1,9})$/i.exec(typed.replace(/\s/g, '')) ?? []
  const isWhole = /r/i.test(letter) ? /^[1-9]\d*$/.test(rest) : rest.length === 8
  return isWhole ? { letter: letter.toUpperCase(), rest: rest.toLowerCase() } : undefined
}

export const isAddress = (typed: string) => typed.includes('@')

/** Whether it has the shape of anything that the inbox finds something by. */
export const isFindable = (typed: string) =>
  isAddress(typed) || referenceIn(typed) !== undefined || orderNoIn(typed) !== undefined
