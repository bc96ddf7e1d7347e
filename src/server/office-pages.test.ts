// The page of the back office: at which addresses, and what it may load.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { officePages } from './office-pages.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())

const get = async (path: string) => {
  const answer = await fetch(`${shop.shop.origin}${path}`, { redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('every address of the office is its one page, kept by nobody and found by no search', async () => {
  for (const path of ['/office', '/office/', '/office/orders', '/office/orders?q=1', '/office?x']) {
    const { status, headers, text } = await get(path)
    expect([path, status]).toEqual([path, 200])
    expect(text).toContain('<div id="office">')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('x-frame-options')).toBe('DENY')
  }
  // What only begins like it is the shop's.
  expect((await get('/officers')).text).not.toContain('<div id="office">')
})

test('its scripts and styles are its own, and the one that stands in it carries this answer’s nonce', async () => {
  const nonces = new Set<string>()
  for (let i = 0; i < 3; i++) {
    const { headers, text } = await get('/office')
    const policy = headers.get('content-security-policy')!
    const nonce = /script-src 'self' 'nonce-([\w-]{24})'/.exec(policy)?.[1]
    expect(nonce).toBeDefined()
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types altcha$/)
    expect(text).toContain(`<script nonce="${nonce}">`)
    expect(text.match(/<script(?! nonce=| type="module" crossorigin src="\/assets\/office\/)/g)).toBeNull()
    nonces.add(nonce!)
  }
  expect(nonces.size).toBe(3)
})

test('a shop whose office is not built does not start', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'latchkey-dist-'))
  try {
    expect(() => officePages(dist)).toThrow('npm run build')
    await mkdir(join(dist, 'office'))
    await writeFile(join(dist, 'office', 'index.html'), '<p nonce="%nonce%">')
    expect(officePages(dist)).toHaveLength(2)
  } finally {
    await rm(dist, { recursive: true, force: true })
  }
})
