// Why money does not go back, as it is kept with its refund: a sentence for whoever reads the table, the mail or the command, and by
// it the key under which the office says it in its reader's language.

export const REFUND_PROBLEM = {
  notConfigured: 'its provider is not configured',
  otherPayment: 'the provider speaks of another payment',
  mightGoTwice: 'the provider gave no answer, and asking again might send it twice',
  notPossible: 'the provider could not make it',
  notMade: 'the provider took it on and could not make it',
  cameBack: 'came back',
} as const

export type RefundProblem = keyof typeof REFUND_PROBLEM

/** The provider understood and said no; `code` is its own. */
export const refusedBy = (code: string) => `refused: ${code}`

/** The provider gives no answer, or none that can be read. */
export const unansweredBy = (code: string) => `no answer: ${code}`

/** `minor`: hundredths of the refund's currency. */
export const onlyLeft = (minor: number) => `only ${minor} are left of it`

/** Begins the problem of a refund that nobody makes; why follows. */
export const GIVEN_UP = 'given up'

/** A person has said so, in these words. */
export const givenUp = (words: string) => `${GIVEN_UP}: ${words}`

type ReadProblem =
  | { is: RefundProblem }
  | { is: 'refused' | 'noAnswer'; code: string }
  | { is: 'onlyLeft'; minor: number }
  | { is: 'givenUp' | 'words'; words: string }

/** What a kept problem says. Pure. */
export function readProblem(kept: string): ReadProblem {
  const problem = (Object.keys(REFUND_PROBLEM) as RefundProblem[]).find((name) => REFUND_PROBLEM[name] === kept)
  if (problem) return { is: problem }
  const [, said, words = ''] = /^(refused|no answer|given up)(?:: (.*))?$/s.exec(kept) ?? []
  if (said === GIVEN_UP) return { is: 'givenUp', words }
  if (said) return { is: said === 'refused' ? 'refused' : 'noAnswer', code: words }
  const [, minor] = /^only (\d+) are left of it$/.exec(kept) ?? []
  return minor ? { is: 'onlyLeft', minor: Number(minor) } : { is: 'words', words: kept }
}
