// The words that stand for kinds and states, in addresses too.
export const KINDS = ['ticket', 'enquiry', 'withdrawal', 'review'] as const
export type Kind = (typeof KINDS)[number]

export const STATES = ['open', 'mine', 'waiting', 'done'] as const
/** `mine`: open, and given to whoever looks. */
export type Shelf = (typeof STATES)[number]
