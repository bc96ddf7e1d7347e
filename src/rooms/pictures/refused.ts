// Why a file is not taken as a picture. Apart from the taking, which needs the picture library.
import { MOST_BYTES, MOST_PIXELS } from './limits.ts'

const REASONS = {
  tooLarge: `it has more than ${MOST_BYTES / 1024 / 1024} MB`,
  notAPicture: 'it is no PNG, JPEG, WebP or AVIF, whatever its name says',
  tooManyPixels: `it has more than ${MOST_PIXELS / 1_000_000} million pixels`,
  animated: 'it moves; only a picture that stands still can be shown',
  broken: 'it is damaged or not whole',
  tooSmall: 'what is left of it is smaller than 32 pixels',
  gone: 'it is not there any more: upload it again',
} as const

/** The uploader's to mend. */
export class PictureRefused extends Error {
  readonly reason: keyof typeof REASONS

  constructor(reason: keyof typeof REASONS) {
    super(REASONS[reason])
    this.reason = reason
  }
}
