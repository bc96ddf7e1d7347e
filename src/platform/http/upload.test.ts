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

test('a form whose type names two boundaries is bounded by the one that it is taken apart by', async () => {
  const part = '--A\r\ncontent-disposition: form-data; name="x"\r\n\r\n\r\n'
  const many = Buffer.concat([
    Buffer.from(part.repeat(1_000)),
    Buffer.from('--A\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n--B --B\r\n--A--\r\n'),
  ])
  const read = (body: Buffer, type: string) => readFileOf(body, type, 100_000)
  await expect(read(many, 'multipart/form-data; boundary=A; boundary=B')).rejects.toMatchObject({ status: 400 })
  await expect(read(many, 'multipart/form-data; x="; boundary=B"; boundary=A')).rejects.toMatchObject({ status: 400 })
  await expect(read(many, 'multipart/form-data; boundary=A; boundary="B"')).rejects.toMatchObject({ status: 400 })
  await expect(read(many, 'multipart/form-data; boundary="\\A"; boundary=B')).rejects.toMatchObject({ status: 400 })
  await expect(read(form('a"b'), 'multipart/form-data; boundary="a\\"b"')).rejects.toMatchObject({ status: 400 })
  expect(await read(form('A'), 'multipart/form-data; charset=utf-8; boundary="A"')).toMatchObject({ name: 'a.txt' })
})
