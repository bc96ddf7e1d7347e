// For the tests of passwords: one that was forgotten.
import { sql } from '#platform/database/sql.ts'
import { answerOf } from '#rooms/captcha/images.ts'
import type { TestShop } from '#test/harness.ts'
import { accounts } from './accounts.testing.ts'

export const OLD = 'old engine 1'

export function forgotten(shop: () => TestShop) {
  const { call } = accounts(shop)

  /** A picture whose letters we know. */
  async function picture(): Promise<{ uuid: string; code: string }> {
    const { uuid } = (await call('GET', '/captchaImage')).body.data
    await shop().db.run(
      sql`update captcha_images set answer = ${answerOf(shop().shop.ground.keyring, uuid, 'HX4KR')} where id = ${uuid}`,
    )
    return { uuid, code: 'HX4KR' }
  }
  const forget = async (username: string, more: object = {}, headers: Record<string, string> = {}) =>
    call('POST', '/api/forget', { body: { ...(await picture()), username, ...more }, headers })

  return { picture, forget }
}
