// Where a product's picture stands. The path carries a hash of what the picture shows, so it may be kept for ever.
import { drawingHash } from '#art/address.ts'

export const POSTER_WIDTHS = [180, 240, 360, 480, 720] as const

/**
 * What makes a poster another picture. The small lines on it (platform, denomination) are read when it is drawn and are
 * not part of its address: they are worth no new download.
 */
export interface PosterSubject {
  title: string
  /** Codes of the genres, joined by `;`, the first the most telling. */
  genre: string
  kind: 'game' | 'card' | 'account'
  seed: string
}

export function posterPath(productId: number, subject: PosterSubject): string {
  return `/media/products/${productId}-${drawingHash(subject)}/480.webp`
}

/** A card's version with the amount that it is worth. */
export function skuPosterPath(skuId: number, subject: PosterSubject, denomination: string): string {
  return `/media/skus/${skuId}-${drawingHash({ ...subject, denomination })}/480.webp`
}
