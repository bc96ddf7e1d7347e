// Uploaded pictures: kept once, and as long as something shows them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'
import { PictureRefused } from './refused.ts'
import { forgetUploads } from './store.ts'
import { plain } from './uploads.testing.ts'
import { storePicture } from './uploads.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

describe('what is kept', () => {
  const count = async () => (await shop.db.one<{ n: number }>(sql`select count(*) as n from uploads`)).n

  test('the same file twice, also at once, is one row; one that is refused is none', async () => {
    const before = await count()
    const file = await plain(40, 40, '#0a0')
    const ids = await Promise.all([storePicture(shop.db, file), storePicture(shop.db, file)])
    ids.push(await storePicture(shop.db, file))
    expect(new Set(ids).size).toBe(1)
    await expect(storePicture(shop.db, Buffer.from('<html>'))).rejects.toThrow(PictureRefused)
    expect(await count()).toBe(before + 1)
  })

  test('what nothing refers to goes after a day, what something refers to stays, and what comes again has another day', async () => {
    const pictures = ['#111', '#222', '#333', '#444'].map((colour) => plain(20, 20, colour))
    const [used, unused, young, again] = await Promise.all(
      pictures.map(async (file) => storePicture(shop.db, await file)),
    )
    const { slug } = await addProduct(shop)
    await shop.db.run(sql`update products set picture_id = ${used} where slug = ${slug}`)
    await shop.db.run(sql`
      update uploads set unused_since = now() - interval '25 hours' where id = any(${[used, unused, again]}::text[])`)
    expect(await storePicture(shop.db, await pictures[3]!)).toBe(again)
    const left = async () =>
      (
        await shop.db.query<{ id: string }>(
          sql`select id from uploads where id = any(${[used, unused, young, again]}::text[])`,
        )
      ).map(({ id }) => id)
    await forgetUploads(shop.db, 1, 500)
    expect(new Set(await left())).toEqual(new Set([used, young, again]))

    // It is used no more: its day begins when the night's job sees that.
    await shop.db.run(sql`update products set picture_id = null where slug = ${slug}`)
    await forgetUploads(shop.db, 1, 500)
    expect(await left()).toContain(used)
    await shop.db.run(sql`update uploads set unused_since = unused_since - interval '25 hours' where id = ${used}`)
    await forgetUploads(shop.db, 1, 500)
    expect(await left()).not.toContain(used)
  })

  test('one that is taken into use in this very moment stays', async () => {
    const id = await storePicture(shop.db, await plain(20, 20, '#555'))
    const { slug } = await addProduct(shop)
    await shop.db.run(sql`update uploads set unused_since = now() - interval '25 hours' where id = ${id}`)
    await shop.db.transaction(async (tx) => {
      await tx.run(sql`update products set picture_id = ${id} where slug = ${slug}`)
      // It passes over what is being taken, and does not wait for it.
      expect(await forgetUploads(shop.db, 1, 500)).toBe(0)
    })
    expect(await forgetUploads(shop.db, 1, 500)).toBe(0)
  })
})
