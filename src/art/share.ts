// The picture that stands beside a link in chats and feeds: 1200 × 630, the name on a quiet ground, covers at its side.
// The series is quiet on purpose: the covers bring the colour, as they do on the pages.
import sharp, { type Sharp } from 'sharp'
import { measure, outline, type Voice } from './lettering.ts'
import { drawableTitle } from './setting.ts'
import { paint, path, rect } from './shapes.ts'
import { letter, type Manner, smallLine } from './title.ts'

export const SHARE_WIDTH = 1200
export const SHARE_HEIGHT = 630

export interface ShareInput {
  /** What cannot be drawn in our letters is left out; then the covers stand alone. */
  title: string
  /** One small line under the title. */
  line?: string
  /** SVG pictures of 3:4, or wider ones of which the part around `focus` is shown, or the bytes of any: one, or three as a fan. */
  covers: readonly (string | Buffer)[]
  /** Where a wide drawing's weight lies, 0 to 1 of its width. */
  focus?: number
  sender: string
  /** The sender's mark: a square SVG, light enough for a dark ground. */
  mark: string
}

const MARGIN = 76
const GROUND = ['#1f2333', '#12141d'] as const
const INK = '#ffffff'
const MANNER: Manner = { voice: { weight: 700, italic: false, tracking: -0.04 }, capitals: false, leading: 1.04 }
const SENDER: Voice = { weight: 600, italic: false, tracking: -0.015 }

/** JPEG: no crawler of links can be counted on to read anything newer. */
export async function sharePicture(input: ShareInput): Promise<Buffer> {
  const covers = await Promise.all(input.covers.map((cover) => coverPicture(cover, input.focus ?? 0.5)))
  // mozjpeg takes 120 ms more than libjpeg here and a fifth off each picture.
  return sharp(Buffer.from(shareSvg(input, covers)))
    .flatten()
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toBuffer()
}

interface Place {
  /** Middle of the cover. */
  x: number
  y: number
  height: number
  turn: number
}

/** The last is drawn last, in front. */
function places(count: number, lettered: boolean): Place[] {
  const middle = SHARE_HEIGHT / 2
  if (count === 0) return []
  if (count === 1) return [{ x: lettered ? 942 : SHARE_WIDTH / 2, y: middle, height: 486, turn: 0 }]
  // Without words the fan stands in the middle of what the signature leaves.
  const x = lettered ? 878 : 690
  const apart = lettered ? 122 : 236
  const beside = lettered ? 344 : 388
  return [
    { x: x - apart, y: middle + 12, height: beside, turn: -9 },
    { x: x + apart, y: middle + 12, height: beside, turn: 9 },
    { x, y: middle, height: lettered ? 412 : 460, turn: 0 },
  ].slice(-count)
}

function shareSvg({ title, line = '', sender, mark, covers: { length } }: ShareInput, covers: string[]): string {
  const name = drawableTitle(title)
  const spots = places(length, name !== '')
  const left = Math.min(SHARE_WIDTH, ...spots.map(({ x, height, turn }) => x - (height * 0.75) / 2 - (turn ? 34 : 0)))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" viewBox="0 0 ${SHARE_WIDTH} ${SHARE_HEIGHT}">` +
    `<defs><radialGradient id="ground" cx="0.76" cy="0.4" r="0.85"><stop stop-color="${GROUND[0]}"/>` +
    `<stop offset="1" stop-color="${GROUND[1]}"/></radialGradient>` +
    `<filter id="soft" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="20"/></filter></defs>` +
    rect(0, 0, SHARE_WIDTH, SHARE_HEIGHT, paint('url(#ground)')) +
    covers.map((cover, i) => placed(cover, spots[i]!)).join('') +
    signature(sender, mark) +
    words(name, drawableTitle(line), left - MARGIN - 60) +
    `</svg>`
  )
}

function placed(cover: string, { x, y, height, turn }: Place): string {
  const width = height * 0.75
  const [left, top] = [x - width / 2, y - height / 2]
  return (
    `<g transform="rotate(${turn} ${x} ${y})">` +
    `<rect x="${left}" y="${top + 18}" width="${width}" height="${height}" rx="20" fill="#000" opacity="0.5" filter="url(#soft)"/>` +
    `<image x="${left}" y="${top}" width="${width}" height="${height}" href="${cover}"/>` +
    `</g>`
  )
}

function signature(sender: string, mark: string): string {
  const size = 34
  return (
    mark.replace('<svg ', `<svg x="${MARGIN}" y="${MARGIN - 4}" width="48" height="48" `) +
    path(outline(sender, SENDER, MARGIN + 64, MARGIN + 32, size), paint(INK))
  )
}

function words(title: string, line: string, width: number): string {
  if (!title) return ''
  const foot = SHARE_HEIGHT - MARGIN
  const small = line && measure(line, SENDER) > 0 ? 58 : 0
  const type = letter(title, MANNER, { width, height: 330 - small, largest: 92, anchor: 0 })
  const top = foot - small - type.height - (small ? type.depth * 0.4 : type.depth)
  return path(type.draw(MARGIN, top), paint(INK)) + smallLine(line, MARGIN, foot, width, INK)
}

/** As a data address: two pictures in one document would mix up the names inside them. */
async function coverPicture(cover: string | Buffer, focus: number): Promise<string> {
  const cut = typeof cover === 'string' ? await drawnCover(cover, focus) : uploadedCover(cover)
  const corners = `<svg xmlns="http://www.w3.org/2000/svg" width="${COVER.width}" height="${COVER.height}"><rect width="${COVER.width}" height="${COVER.height}" rx="40"/></svg>`
  const bytes = await cut
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png({ compressionLevel: 1 })
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

/** Twice as large as the largest that is shown. */
const COVER = { width: 732, height: 976 }

function uploadedCover(bytes: Buffer): Sharp {
  return sharp(bytes)
    .resize({ ...COVER, fit: 'cover', position: sharp.strategy.attention })
    .ensureAlpha()
}

async function drawnCover(svg: string, focus: number): Promise<Sharp> {
  const image = sharp(
    Buffer.from(
      svg.replace(/width="(\d+)" height="(\d+)"/, (_, w: string, h: string) => {
        return `width="${Math.round((COVER.height * Number(w)) / Number(h))}" height="${COVER.height}"`
      }),
    ),
  )
  const { width: drawn = 0 } = await image.metadata()
  const offset = Math.round(Math.min(Math.max(drawn * focus - COVER.width / 2, 0), Math.max(0, drawn - COVER.width)))
  return image.extract({ left: offset, top: 0, width: Math.min(COVER.width, drawn), height: COVER.height })
}
