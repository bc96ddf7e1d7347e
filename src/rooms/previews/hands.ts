// What other rooms may ask of previews.
export type { Preview, Previews } from './previews.ts'
