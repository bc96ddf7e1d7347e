// What an enquiry is and how long it may be. Apart from the rules, which pages fetch later.

/** Specification §3: the values of `type` (decision D5). */
export const SELL_TO_US = '1'
export const WHOLESALE = '2'

/** Characters. The description of what somebody sells has no limit in the specification; a page of text is enough. */
export const MOST = { line: 50, message: 150, description: 1000, reply: 5000 }

/** Messages of one enquiry, with what is answered. A conversation that is longer goes on by another. */
export const MOST_MESSAGES = 200
/** What may be written about one from its link. */
export const PACE = { replySeconds: 5, repliesADay: 20 }
