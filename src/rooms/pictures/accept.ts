// What becomes of a file that somebody uploads as a picture. What it is is decided by its bytes; what is kept is never those
// bytes but the picture drawn anew from them: metadata, hidden pages and whatever else stood in the file stay outside.
import sharp from 'sharp'
import { formatOf } from './format.ts'
import { MOST_BYTES, MOST_PIXELS } from './limits.ts'
import { PictureRefused } from './refused.ts'

/** Twice the widest that is shown: for dense screens, and for what is cut out of it. */
const LONGEST_EDGE = 3360

const KEPT = { quality: 95, effort: 2, smartSubsample: true } as const

export interface AcceptedPicture {
  mediaType: string
  width: number
  height: number
  content: Buffer
}

/** The picture as it is kept: upright, sRGB, on white where it was transparent unless it `staysClear`. Throws PictureRefused. */
export async function acceptPicture(file: Buffer, { staysClear = false } = {}): Promise<AcceptedPicture> {
  if (file.length > MOST_BYTES) throw new PictureRefused('tooLarge')
  const format = formatOf(file)
  if (!format) throw new PictureRefused('notAPicture')
  // The header alone is read here, so that nothing is unpacked that claims to be huge.
  const head = await sharp(file, { limitInputPixels: false }).metadata().catch(broken)
  if (head.format !== format) throw new PictureRefused('notAPicture')
  if (head.width * head.height > MOST_PIXELS) throw new PictureRefused('tooManyPixels')
  if ((head.pages ?? 1) > 1 || movesAsPng(file, format)) throw new PictureRefused('animated')
  const upright = sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await (staysClear ? upright : upright.flatten({ background: '#fff' }))
    .webp(KEPT)
    .toBuffer({ resolveWithObject: true })
    .catch(broken)
  return { mediaType: 'image/webp', width: info.width, height: info.height, content: data }
}

/** A part of a picture that is kept, to be kept as well. */
export async function drawPart(
  kept: Buffer,
  area: { left: number; top: number; width: number; height: number },
): Promise<AcceptedPicture> {
  const { data, info } = await sharp(kept).extract(area).webp(KEPT).toBuffer({ resolveWithObject: true })
  return { mediaType: 'image/webp', width: info.width, height: info.height, content: data }
}

function broken(): never {
  throw new PictureRefused('broken')
}

/** Decoders show the first frame of a moving PNG and say nothing; its chunk of that kind stands before the pixels. */
function movesAsPng(file: Buffer, format: string): boolean {
  if (format !== 'png') return false
  for (let at = 8; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const chunk = file.toString('latin1', at + 4, at + 8)
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT') return false
  }
  return false
}
