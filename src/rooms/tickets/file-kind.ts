// What a file of a ticket is, by its bytes (decision F10): a picture is drawn anew, so that nothing else that stood in it is
// kept; a PDF stays as it is, and no browser ever opens it here.
import { formatOf, PictureRefused, redrawPicture } from '#rooms/pictures/hands.ts'
import { MOST_FILE_BYTES } from './limits.ts'

export interface TakenFile {
  name: string
  mediaType: string
  content: Buffer
}

/** Why a file is not taken: the end of a message key. */
export class FileRefused extends Error {}

const PDF = '%PDF-'
const ENDINGS: Record<string, string> = { 'image/webp': '.webp', 'application/pdf': '.pdf' }
const LONGEST_NAME = 80

/** Throws FileRefused. */
export async function takeFile({ name, bytes }: { name: string; bytes: Buffer }): Promise<TakenFile> {
  if (bytes.length > MOST_FILE_BYTES) throw new FileRefused('tooLarge')
  // Readers look for its head within the first kilobyte; what begins with something else is something else, too.
  const isPdf = bytes.toString('latin1', 0, PDF.length) === PDF
  const { mediaType, content } = isPdf ? { mediaType: 'application/pdf', content: bytes } : await redraw(bytes)
  return { name: nameFor(name, mediaType), mediaType, content }
}

async function redraw(bytes: Buffer): Promise<{ mediaType: string; content: Buffer }> {
  try {
    const format = formatOf(bytes)
    if (!format || format === 'heif') throw new FileRefused('notTaken')
    return await redrawPicture(bytes)
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    throw new FileRefused(error.reason === 'notAPicture' ? 'notTaken' : error.reason)
  }
}

/** Its own name without a path and without what cannot be seen, with the ending of what it is. */
function nameFor(claimed: string, mediaType: string): string {
  const plain = claimed
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{C}\p{Bidi_Control}"*:<>?|]/gu, '')
    .trim()
  const stem = plain.replace(/\.[^.]{0,10}$/u, '') || 'file'
  return [...stem].slice(0, LONGEST_NAME).join('') + ENDINGS[mediaType]!
}
