// What a file is, by its bytes. Apart from the taking, which needs the picture library.
import { PictureRefused } from './refused.ts'

/** By the first bytes, in sharp's words. Nothing else reaches a decoder: there are many, and some read scripts. */
export function formatOf(file: Buffer): 'png' | 'jpeg' | 'webp' | 'heif' | undefined {
  const text = (from: number, to: number) => file.toString('latin1', from, to)
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) !== 'ftyp') return undefined
  const brands: string[] = text(8, Math.min(file.readUInt32BE(0), 256)).match(/.{4}/gs) ?? []
  // A sequence names its still picture, too.
  if (brands.includes('avis')) throw new PictureRefused('animated')
  return brands.includes('avif') ? 'heif' : undefined
}
