// What leans on the insides of libraries, or reads their HTML by patterns: each line says which upgrade has broken what.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENTRY, START_SCRIPT } from '#platform/http/scripts-later.ts'
import { earlyInputScript } from '#ui/early-input.ts'
import { openTestShop, type TestShop } from './harness.ts'

const require = createRequire(import.meta.url)

let shop: TestShop
let html: string
let policy: string
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', DEMO: 'on' })
  const answer = await fetch(`${shop.shop.origin}/`)
  html = await answer.text()
  policy = answer.headers.get('content-security-policy') ?? ''
})
afterAll(() => shop.close())

test('react-dom: an element that is alive carries its props under a key that begins with __reactProps', () => {
  const source = readFileSync(
    require.resolve('react-dom/client').replace(/client\.js$/, 'cjs/react-dom-client.production.js'),
    'utf8',
  )
  expect(source, 'ui/early-input.ts takes no element for alive: presses before hydration are held for ever').toContain(
    '"__reactProps$" +',
  )
  expect(earlyInputScript).toContain("'__reactProps'")
})

test('@tanstack/react-start: a page comes to life by one module script, which waits in the template', () => {
  const why = 'http/finish-page.ts finds nothing to put off: modules share the line with what is seen first'
  const [template] = /<template>.*?<\/template>/s.exec(html) ?? []
  expect(template, why).toMatch(ENTRY)
  expect(template, why).toContain('rel="modulepreload"')
  expect(html.replace(template!, ''), why).not.toMatch(ENTRY)
  expect(html.replace(template!, ''), why).not.toContain('modulepreload')
  expect(html).toContain(START_SCRIPT)
})

test('@tanstack/react-router: the moment of rendering stands in the page as u:<milliseconds>,s:"', () => {
  const why = 'http/finish-page.ts does not take the clock out of the page: the same content is other bytes each time'
  expect(html, why).toContain(',u:Date.now(),s:"')
  expect(html, why).not.toMatch(/\b\d{13}\b/)
})

test('@tanstack/react-start: every inline script carries the nonce that http/finish-page.ts takes out again', () => {
  expect(html).not.toMatch(/nonce/)
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*type="application\/)[^>]*>/g)]
  const why = 'an inline script is not allowed by the policy: the page does not come to life'
  expect(new Set(policy.match(/'sha256-[^']+'/g)).size, why).toBe(inline.length)
})
