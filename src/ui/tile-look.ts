// What a tile and its skeleton share, so that one stands exactly where the other stood.
import { cx } from './class-names.ts'

/** Two columns on the narrowest phone, five from 75rem on, so that 10, 20 and 50 fill their rows; `narrow` where filters stand beside. */
export function tileGridClass(narrow = false): string {
  return cx(
    'grid card-columns gap-3 sm:grid-cols-3 sm:gap-4',
    narrow ? 'xl:grid-cols-5' : 'lg:grid-cols-4 xl:grid-cols-5',
  )
}

export const frame = 'relative flex h-full min-w-0 flex-col rounded-card border border-line bg-surface p-2'
export const body = '@container flex flex-1 flex-col px-1 pt-2.5 pb-1'
export const heading = 'min-h-[2lh] text-base leading-snug font-medium tracking-normal wrap-anywhere hyphens-manual'
export const metaLine = 'mt-1 min-h-lh text-sm text-muted'
export const foot = 'tile-foot'
