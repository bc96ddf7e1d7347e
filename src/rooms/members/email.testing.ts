// For tests: a change of address that waits to be confirmed.
import { expect } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import type { TestMember, TestShop } from '#test/harness.ts'

/** Asks for another address of the member, in this browser of his or somebody else's; answers the id of the change, by which its links are made. */
export async function askForAddress(
  shop: TestShop,
  member: Pick<TestMember, 'id'>,
  { cookie }: Pick<TestMember, 'cookie'>,
  email: string,
): Promise<string> {
  const { status } = await shop.call('POST', '/api/profile/email', { headers: { cookie }, body: { email } })
  expect(status).toBe(200)
  const { id } = await shop.db.one<{ id: string }>(sql`
    select id from email_changes where member_id = ${member.id} and confirmed_at is null`)
  return id
}
