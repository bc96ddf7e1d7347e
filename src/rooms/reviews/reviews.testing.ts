// For the tests of reviews: who writes them, and what everybody sees.
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import type { TestProduct, TestShop } from '#test/harness.ts'

export const good = { fillName: 'Maya', content: 'Arrived at once.', score: 4 }
type Writing = { address?: string; email?: string; cookie?: string } & Record<string, unknown>

export function reviewing(world: () => { shop: TestShop; product: TestProduct }) {
  let visitors = 0
  const somebody = () => {
    visitors++
    return {
      address: `198.51.${Math.floor(visitors / 250)}.${visitors % 250}`,
      email: `visitor-${visitors}@example.com`,
    }
  }

  function write({ address, cookie = '', ...body }: Writing = {}) {
    const who = somebody()
    return world().shop.call('POST', '/api/bottom/saveFeedbacks', {
      body: { pid: world().product.productId, email: who.email, ...good, ...body },
      headers: { 'x-forwarded-for': address ?? who.address, cookie },
    })
  }

  const summary = async (pid = world().product.productId) =>
    (await world().shop.call('GET', `/api/bottom/feedbackSummary?pid=${pid}`)).body.data

  async function setting(key: string, value: string) {
    await world().shop.db.run(
      sql`insert into settings (key, value) values (${key}, ${value}) on conflict (key) do update set value = excluded.value`,
    )
    if (key !== 'feedback.type') return
    await until(async () => {
      const { body } = await world().shop.call('GET', '/api/home/language')
      return body.data[0].feedbackType === value
    }, 'the setting is known')
  }

  return { somebody, write, summary, setting }
}
