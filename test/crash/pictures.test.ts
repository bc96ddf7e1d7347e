// `kill -9` in the middle of an upload, and of showing what was uploaded: nothing half is left, nothing is shown that is not there, and
// the same once more ends as if nothing had happened.
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct } from '../harness.ts'
import { openWorld, startMortal, type World } from './world.testing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.endShops())
afterAll(() => world.close())

async function upload(origin: string, { cookie }: TestStaff, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  const headers = { cookie, origin }
  const answer = await fetch(`${origin}/prod-api/office/pictures`, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

test.each([
  ['before the picture is kept', 'picture drawn', 0, '#a01020'],
  ['before anybody is told of it', 'picture kept', 1, '#a01030'],
  ['before the screenshot is committed', 'screenshot written', 1, '#a01040'],
] as const)('killed %s (%s), and sent again: it is there once', async (_, step, uploads, background) => {
  const shop = await startMortal(world, step)
  const ada = await addStaff(world, { role: 'catalogue' })
  const { productId } = await addProduct(world, {})
  const bytes = await sharp({ create: { width: 320, height: 180, channels: 3, background } })
    .png()
    .toBuffer()
  const sendAll = async () => {
    const pictureId = await upload(world.origin, ada, bytes)
    const path = `/office/products/${productId}/screenshots`
    return world.call('POST', path, { headers: { cookie: ada.cookie }, body: { pictureId } })
  }
  const counts = () =>
    world.db.one(sql`
      select (select count(*)::int from uploads) as uploads, (select count(*)::int from screenshots where product_id = ${productId}) as shown,
        (select count(*)::int from audit_log where act = 'product.screenshotAdd' and subject_id = ${String(productId)}) as audited,
        (select count(*)::int from uploads where octet_length(content) = 0) as empty`)
  const before = (await world.db.one<{ n: number }>(sql`select count(*)::int as n from uploads`)).n
  // The connection breaks with the process.
  await sendAll().catch(() => {})
  await shop.reborn
  expect(await counts()).toEqual({ uploads: before + uploads, shown: 0, audited: 0, empty: 0 })
  expect((await sendAll()).body.data.screenshots).toHaveLength(1)
  expect(await counts()).toEqual({ uploads: before + 1, shown: 1, audited: 1, empty: 0 })
  await shop.end()
})
