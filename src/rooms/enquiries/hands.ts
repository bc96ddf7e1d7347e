// What other rooms may ask about enquiries and the newsletter.
export type { Newsletter } from './newsletter.ts'
export type { UnderAddress } from './personal.ts'
