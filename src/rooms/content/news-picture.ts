// Where the picture of a piece of news stands: drawn like a banner, under an address that changes with what it shows.
import { drawingHash } from '#art/address.ts'

export const NEWS_PICTURE_WIDTHS = [420, 840, 1260, 1680] as const

export function newsPicturePath(
  id: number,
  { genre, seed }: { genre: string; seed: string },
  mirrored: boolean,
): string {
  return `/media/news/${id}-${drawingHash({ genre, seed })}${mirrored ? '-rtl' : ''}/1680.webp`
}
