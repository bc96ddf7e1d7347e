import { expect, test } from 'vitest'
import { finishPage } from './finish-page.ts'
import { START_SCRIPT } from './scripts-later.ts'
import { hashOf } from './trusted-scripts.ts'

const NONCE = 'w0rd'
const MARK = ` nonce="${NONCE}"`
const META = `<meta property="csp-nonce" content="${NONCE}"/>`
const ENTRY = '<script type="module" async="" src="/assets/a.js"></script>'
const page = (head: string, body: string) => `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`

test('its own inline scripts are allowed, and their mark is gone; what was smuggled in is not', () => {
  const { html, hashes } = finishPage(
    page(
      `${META}<script${MARK}>one()</script>`,
      `<p>text</p><script>evil()</script><script${MARK} src="/x.js"></script><script${MARK} type="application/ld+json">{}</script><script${MARK}>two()</script>`,
    ),
    NONCE,
  )
  expect(hashes).toEqual([hashOf('one()'), hashOf('two()')])
  expect(html).toBe(
    page(
      '<script>one()</script>',
      '<p>text</p><script>evil()</script><script src="/x.js"></script><script type="application/ld+json">{}</script><script>two()</script>',
    ),
  )
})

test('modules and words wait in a template where the entry stood, the rest of the head stays', () => {
  const style = '<link rel="stylesheet" href="/assets/a.css"/>'
  const picture = '<link rel="preload" href="/p.avif" as="image"/>'
  const later = '<link rel="modulepreload" href="/assets/b.js"/><link rel="preload" href="/w.json" as="fetch"/>'
  const marked = ENTRY.replace('<script', `<script${MARK}`)
  const { html, hashes } = finishPage(page(`${style}${later}${picture}`, `<p>text</p>${marked}<i>end</i>`), NONCE)
  expect(html).toBe(
    page(
      `${style}${picture}`,
      `<p>text</p><template>${later}${ENTRY}</template><script>${START_SCRIPT}</script><i>end</i>`,
    ),
  )
  expect(hashes).toEqual([hashOf(START_SCRIPT)])
})

test('an entry that is not the renderer’s own brings nothing to life', () => {
  const html = page('', `<p>text</p>${ENTRY}`)
  expect(finishPage(html, NONCE)).toEqual({ html, hashes: [] })
})

test('the moment of rendering is the browser’s: the same content is the same bytes and the same hash', () => {
  const at = (time: number) =>
    finishPage(page('', `<script${MARK}>$R={m:[{i:"x",u:${time},s:"success"}]}</script>`), NONCE)
  expect(at(1_700_000_000_000)).toEqual(at(1_800_000_000_000))
  expect(at(1_700_000_000_000).html).toContain('u:Date.now(),s:"success"')
})

test('a page that is cut off in the middle of a script goes out as it is', () => {
  const html = `<html><head></head><body><script${MARK}>never(`
  expect(finishPage(html, NONCE)).toEqual({ html: html.replace(MARK, ''), hashes: [] })
})
