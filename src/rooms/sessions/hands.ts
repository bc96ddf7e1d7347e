// What other rooms may ask about sessions.
export type { BegunSession, Sessions } from './sessions.ts'
