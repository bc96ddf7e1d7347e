import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Contract } from '#platform/http/contract.ts'
import { documents } from './documents.ts'

test('what describes the calls is written once for a name of the shop, however often it is asked for', async () => {
  let written = 0
  const contract: Contract = {
    get 'GET /api/hats'() {
      written++
      return { summary: 'All hats', access: 'public' as const, data: z.object({ count: z.number() }) }
    },
  }
  let name = 'Hats'
  const all = documents([contract], () => name)
  expect(all.map(({ prefix, whole }) => [prefix, whole])).toEqual([
    ['/prod-api/openapi.json', true],
    ['/prod-api/docs', true],
  ])
  for (const { prefix, answer } of all) {
    const ask = async (headers: Record<string, string> = {}) =>
      (await answer(new Request(`http://shop.example${prefix}`, { headers }), { address: '192.0.2.1' }))!
    written = 0
    name = 'Hats'
    const plain = await ask()
    const text = await plain.text()
    expect(text).toContain('All hats')
    const packed = await ask({ 'accept-encoding': 'gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(text)
    expect((await ask({ 'if-none-match': plain.headers.get('etag')! })).status).toBe(304)
    expect(written).toBe(1)
    name = 'Caps'
    expect(await (await ask()).text()).toContain('Caps')
    expect(written).toBe(2)
  }
})
