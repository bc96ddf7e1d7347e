// What other rooms may ask of the search.
export type { Finder } from './live.ts'
