import sharp from 'sharp'
import { expect, test } from 'vitest'
import { posterSvg } from './poster.ts'
import { sharePicture } from './share.ts'

const MARK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#fff"/></svg>'
const cover = (seed: string) => posterSvg({ title: 'Star Road', genre: 'racing', kind: 'game', seed })
const picture = (title: string, covers: string[], line = '') =>
  sharePicture({ title, line, covers, sender: 'Shop', mark: MARK })

/** Mean brightness of a part, 0 to 255. */
async function brightness(bytes: Buffer, left: number, top: number, width: number, height: number) {
  const part = await sharp(bytes).extract({ left, top, width, height }).png().toBuffer()
  const { channels } = await sharp(part).stats()
  return channels.reduce((sum, channel) => sum + channel.mean, 0) / channels.length
}

test.each([
  ['a name and its cover', 'Star Road', 1],
  ['a name and three covers', 'Racing', 3],
  ['a name alone', 'Empty shelf', 0],
  ['a very long name', 'The Unbelievably Long and Winding Road to the Stars: Game of the Year Anniversary Edition', 1],
  ['a name that cannot be lettered', '三国志14', 1],
])('%s: a JPEG of 1200 × 630', async (_, title, count) => {
  const bytes = await picture(
    title,
    Array.from({ length: count }, (_, n) => cover(`s${n}`)),
    'Steam',
  )
  const { format, width, height } = await sharp(bytes).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 })
})

test('a name that cannot be lettered leaves no boxes: the cover moves to the middle', async () => {
  const lettered = await picture('Star Road', [cover('s')])
  const bare = await picture('三国志14', [cover('s')])
  // Where the name stands: bright with letters, else the ground alone.
  expect(await brightness(lettered, 76, 440, 300, 114)).toBeGreaterThan(60)
  expect(await brightness(bare, 76, 440, 300, 114)).toBeLessThan(45)
  expect(await brightness(bare, 500, 200, 200, 200)).toBeGreaterThan(await brightness(lettered, 500, 100, 200, 200))
})

test('the same input is the same picture, and nothing reaches the margins', async () => {
  const covers = ['a', 'b', 'c'].map(cover)
  const [one, other] = await Promise.all([picture('Racing', covers), picture('Racing', covers)])
  expect(one.equals(other)).toBe(true)
  expect(await brightness(one, 1170, 0, 30, 630)).toBeLessThan(45)
})
