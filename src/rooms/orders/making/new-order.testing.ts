// For tests: orders that somebody in the back office makes.
import { randomUUID } from 'node:crypto'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import type { TestStaff } from '#rooms/staff/staff.testing.ts'
import type { TestProduct, TestShop } from '#test/harness.ts'

export const WHY = 'the press asked for two keys'

/** Free, unless `more` says otherwise, for an address that nobody else has. */
export const bodyOf = (wanted: [product: TestProduct, count?: number][], more: object = {}) => ({
  id: randomUUID(),
  email: `${randomUUID()}@press.example`,
  locale: 'en-US',
  lines: wanted.map(([{ productId, skuId, offerId }, count = 1]) => ({ productId, skuId, offerId, count })),
  way: 'free',
  reason: WHY,
  ...more,
})

export const make = (shop: TestShop, as: TestStaff, body: object) =>
  shop.call('POST', '/office/orders', { headers: { cookie: as.cookie }, body })

export const look = async (shop: TestShop, as: TestStaff, path: string) =>
  (await shop.call('GET', path, { headers: { cookie: as.cookie } })).body.data

/** The one mail to this address, once it is written. */
export async function mailTo({ db, shop }: TestShop, email: string): Promise<{ subject: string; text: string }> {
  const mail = () =>
    db.one<{ id: string; sealed: Buffer; state: string }>(
      sql`select id, sealed, state from mails where recipient = ${email}`,
    )
  await until(async () => (await mail()).state === 'kept', 'the mail is written')
  return openMail(shop.ground.keyring, await mail())
}
