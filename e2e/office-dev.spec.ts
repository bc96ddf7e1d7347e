// While one works on it, the back office follows its sources as the shop's pages do, under the policy that it has when it was built.
import { expect, test } from './support/fixtures.ts'
import { startShop } from './support/shop.ts'

test('`npm run dev` serves the back office from its sources', { tag: '@desktop' }, async () => {
  const shop = await startShop('dev', {}, { dev: true })
  try {
    const page = await fetch(`${shop.origin}/office/orders`)
    const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1]
    const entry = /<script type="module" src="(\/office-modules\/main\.tsx)" nonce="([^"]+)">/.exec(await page.text())
    expect(entry?.[2]).toBe(nonce)
    const module = await fetch(`${shop.origin}${entry![1]}`)
    expect(module.headers.get('content-type')).toContain('javascript')
    // What it imports is a source, too.
    const router = /"(\/office-modules\/router\.tsx[^"]*)"/.exec(await module.text())?.[1]
    expect(await (await fetch(`${shop.origin}${router}`)).text()).toContain('/src/rooms/orders/office/')
  } finally {
    await shop.close()
  }
})
