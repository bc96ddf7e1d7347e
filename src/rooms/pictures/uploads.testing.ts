// For tests: a picture of one colour.
import sharp from 'sharp'

export const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
