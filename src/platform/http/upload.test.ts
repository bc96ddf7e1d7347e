import { expect, test } from 'vitest'
import { readFileOf } from './upload.ts'

const form = (boundary: string) =>
  Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n--${boundary}--\r\n`,
  )

test('a form with one file is read, unless its content type is longer than any browser says', async () => {
  const read = (type: string) => readFileOf(form('x'), type, 100)
  expect(await read('multipart/form-data; boundary=x')).toEqual({ name: 'a.txt', bytes: Buffer.from('abc') })
  expect(await read(`multipart/form-data;${' '.repeat(160)}boundary=x`)).toMatchObject({ name: 'a.txt' })
  await expect(read(`multipart/form-data;${' '.repeat(200)}boundary=x`)).rejects.toMatchObject({ status: 400 })
})
