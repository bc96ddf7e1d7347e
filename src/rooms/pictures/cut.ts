// An uploaded picture in the shape and the width in which it is shown.
import sharp from 'sharp'
import { encodePicture, type ServedFormat } from '#art/render.ts'
import { type Cut, WHOLE } from './limits.ts'

/** Across and down. */
export type Shape = readonly [across: number, down: number]

export type Shade = 'left' | 'right'

export interface CutOptions {
  /** null: its own. */
  shape: Shape | null
  /** In which it is shown at most. */
  widest: number
  /** The one asked for; a picture that is not as wide stays as wide as it is. */
  width: number
  format: ServedFormat
  shade?: Shade | undefined
  /** What is to be seen, in ten thousandths of its width and height; null: what draws attention. */
  focus?: Cut['focus']
  /** What is transparent is not put on white: a logo is not. */
  staysClear?: boolean | undefined
}

export async function cutPicture(
  content: Buffer,
  { shape: wanted, widest, width, format, shade, focus, staysClear = false }: CutOptions,
): Promise<Buffer> {
  const { width: across, height: down, hasAlpha } = await sharp(content).metadata()
  const isClear = hasAlpha && staysClear
  const shape = wanted ?? [across, down]
  const largest = sized(Math.min(widest, across, Math.floor((down * shape[0]) / shape[1])), shape)
  // What is looked at is sought once, in the largest: it is the same part of the picture in every width.
  const picture = focus ? sharp(content).extract(around(focus, [across, down], shape)) : sharp(content)
  const cut = (isClear ? picture : picture.flatten({ background: '#fff' }))
    .resize({ ...largest, fit: 'cover', position: sharp.strategy.attention })
    .composite(shade ? [{ input: shading(largest, shade) }] : [])
  const { data, info } = await (isClear ? cut : cut.removeAlpha()).raw().toBuffer({ resolveWithObject: true })
  const image = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  return encodePicture(image.resize(sized(Math.min(width, info.width), shape)), format)
}

/** The most of a picture that has this shape, with the point as near to its middle as the edges allow. */
function around(focus: NonNullable<Cut['focus']>, [across, down]: Shape, shape: Shape) {
  const width = Math.max(1, Math.min(across, Math.floor((down * shape[0]) / shape[1])))
  const height = Math.max(1, Math.min(down, Math.floor((across * shape[1]) / shape[0])))
  const from = (at: number, whole: number, part: number) =>
    Math.max(0, Math.min(whole - part, Math.round((at * whole) / WHOLE - part / 2)))
  return { left: from(focus.x, across, width), top: from(focus.y, down, height), width, height }
}

function sized(width: number, [across, down]: Shape) {
  const fits = Math.max(1, width)
  return { width: fits, height: Math.max(1, Math.round((fits * down) / across)) }
}

/** Dark under the half on which words stand, so that white ones are readable (7 : 1) on a white picture; then it fades. */
function shading({ width, height }: { width: number; height: number }, side: Shade): Buffer {
  const [from, to] = side === 'left' ? [0, 1] : [1, 0]
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>` +
      `<linearGradient id="shade" x1="${from}" x2="${to}"><stop offset="0.5" stop-color="#12141d" stop-opacity="0.72"/>` +
      `<stop offset="0.85" stop-color="#12141d" stop-opacity="0"/></linearGradient></defs>` +
      `<rect width="${width}" height="${height}" fill="url(#shade)"/></svg>`,
  )
}
