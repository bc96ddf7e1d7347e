// What becomes of uploaded files, the hostile ones first.
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { acceptPicture } from './accept.ts'
import { PictureRefused } from './refused.ts'

/** Left half red, right half blue. */
const halves = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#00f' } },
      left: width / 2,
      top: 0,
    },
  ])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of one grey colour whose header says this size, whatever it holds. */
function greyPng(width: number, height: number, ...before: Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const rows = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 1_000_000)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const noise = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, i) => (i * 7919) % 251))
const frame = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
const animation = async () => sharp([await frame('#f00'), await frame('#00f')], { join: { animated: true } })
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

const HOSTILE: [what: string, reason: PictureRefused['reason'], file: () => Buffer | Promise<Buffer>][] = [
  ['an empty file', 'notAPicture', () => Buffer.alloc(0)],
  ['a text', 'notAPicture', () => Buffer.from('this is a picture, says its name')],
  ['SVG with a script', 'notAPicture', () => Buffer.from(svg)],
  ['SVG behind an XML head', 'notAPicture', () => Buffer.from(`<?xml version="1.0"?>${svg}`)],
  ['HTML with a picture behind it', 'notAPicture', async () =>
    Buffer.concat([Buffer.from('<!doctype html><script>alert(1)</script>'), await halves(8, 8).png().toBuffer()])],
  ['a GIF', 'notAPicture', () => halves(8, 8).gif().toBuffer()],
  ['a TIFF', 'notAPicture', () => halves(8, 8).tiff().toBuffer()],
  ['a PDF', 'notAPicture', () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj')],
  ['the first bytes of a PNG before SVG', 'broken', () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1')],
  ['the first bytes of AVIF before nothing', 'broken', () => Buffer.from('\0\0\0\x18ftypavif\0\0\0\0avifmif1', 'latin1')],
  ['a length of nothing and then AVIF', 'notAPicture', () => Buffer.from('\0\0\0\0ftypavif', 'latin1')],
  ['half a JPEG', 'broken', async () => {
    const whole = await sharp(noise(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } }).jpeg().toBuffer()
    return whole.subarray(0, whole.length / 2)
  }],
  ['half a WebP', 'broken', async () => {
    const whole = await sharp(noise(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } }).webp().toBuffer()
    return whole.subarray(0, whole.length / 2)
  }],
  ['a PNG whose rows are missing', 'broken', () => greyPng(6000, 6000)],
  ['a bomb: 900 million pixels in a kilobyte', 'tooManyPixels', () => greyPng(30_000, 30_000)],
  ['a strip of 41 million pixels', 'tooManyPixels', () => greyPng(1, 41_000_000)],
  ['a file of 5 MB and a byte', 'tooLarge', () => Buffer.alloc(5 * 1024 * 1024 + 1)],
  ['an animated WebP', 'animated', async () => (await animation()).webp().toBuffer()],
  ['an animated PNG', 'animated', () => greyPng(8, 8, chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])))],
  ['an AVIF sequence', 'animated', () => Buffer.from('\0\0\0\x1cftypavis\0\0\0\0avisavifmif1', 'latin1')],
] // biome-ignore format: a list

test.each(HOSTILE)('%s is refused: %s', async (_, reason, file) => {
  const refusal = await acceptPicture(await file()).catch((error) => error)
  expect(refusal).toBeInstanceOf(PictureRefused)
  expect(refusal.reason).toBe(reason)
  // For the operator; never the decoder's own words.
  expect(refusal.message).not.toMatch(/vips|heif|libpng|spng/i)
})

describe('what is taken', () => {
  test.each(['png', 'jpeg', 'webp', 'avif'] as const)('%s is drawn anew', async (format) => {
    const file = await halves(64, 48).toFormat(format, { quality: 95 }).toBuffer()
    const { mediaType, width, height, content } = await acceptPicture(file)
    expect([mediaType, width, height]).toEqual(['image/webp', 64, 48])
    expect(content.equals(file)).toBe(false)
    expect((await sharp(content).metadata()).format).toBe('webp')
    const { data } = await sharp(content)
      .extract({ left: 4, top: 4, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(220)
    expect(data[2]).toBeLessThan(40)
  })

  test.each(['png', 'jpeg'] as const)(
    'a %s that says how it is to be turned stands upright, and says nothing else any more',
    async (format) => {
      // Turned by a quarter to the right: what is left stands above.
      const file = await halves(60, 40)
        .withMetadata({ orientation: 6 })
        .withExifMerge({ IFD0: { Copyright: 'at home, 52.5 north' } })
        .toFormat(format)
        .toBuffer()
      expect(file.includes('at home')).toBe(true)
      const { width, height, content } = await acceptPicture(file)
      expect([width, height]).toEqual([40, 60])
      const above = await sharp(content).extract({ left: 20, top: 5, width: 1, height: 1 }).raw().toBuffer()
      expect(above[0]).toBeGreaterThan(200)
      expect(content.includes('at home')).toBe(false)
      const { exif, icc, xmp, orientation } = await sharp(content).metadata()
      expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
    },
  )

  test('what is transparent stands on white', async () => {
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const { content } = await acceptPicture(clear)
    expect([...(await sharp(content).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
  })

  test('HTML in a comment of a JPEG stays outside', async () => {
    const plain = await halves(64, 64).jpeg().toBuffer()
    const html = Buffer.from('<script>alert(1)</script>')
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), html])
    const { content } = await acceptPicture(Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2), html]))
    expect(content.includes('script')).toBe(false)
  })

  test('a photograph of 39 million pixels becomes as large as it can ever be shown', async () => {
    const { width, height } = await acceptPicture(
      await sharp({ create: { width: 7800, height: 5000, channels: 3, background: '#345' } })
        .jpeg()
        .toBuffer(),
    )
    expect([width, height]).toEqual([3360, 2154])
  })
})
