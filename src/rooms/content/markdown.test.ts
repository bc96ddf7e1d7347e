import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markdownToHtml } from './markdown.ts'

// Every tag and attribute that may come out; anything else is somebody's HTML.
const TAGS =
  /^(?:\/?(?:p|h[2-6]|ul|li|strong|em|s|code|pre|blockquote|table|thead|tbody|tr)|\/?ol|ol start="\d+"|br|hr|\/?(?:th|td)|(?:th|td) data-align="(?:left|center|right)"|code class="language-[^"<>]*"|\/a|a href="(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)[^"<>]*"(?: title="[^"<>]*")?(?: rel="noopener noreferrer nofollow")?)$/

function expectSafe(html: string) {
  for (const [, inner = ''] of html.matchAll(/<([^>]*)>?/g)) expect(inner).toMatch(TAGS)
}

describe('hostile text', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](java&NewLine;script:alert(1))',
    '[x](&#x6a;avascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](//evil.example)',
    '[x](/\\evil.example)',
    '[x](\\\\evil.example)',
    '[x](blob:https://shop.invalid/1)',
    '<javascript:alert(1)>',
    '![x](https://evil.example/pixel.png)',
    '[x]: javascript:alert(1)\n\n[x]',
    '[x](/ok "\\" onmouseover=alert(1)")',
    '```"><script>alert(1)</script>\nx\n```',
    '| a |\n|:-:|\n| <b>b</b> |',
    '<!-- --><style>*{display:none}</style>',
    '<svg/onload=alert(1)>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])('%s comes through as text at most', (text) => expectSafe(markdownToHtml(text)))

  test('of any kind yields only known tags', () => {
    const scrap = fc.constantFrom(
      ...['<', '>', '"', "'", '[', ']', '(', ')', '!', '`', '\n', ' ', '|', '-', '#', '\\', '&#10;', 'javascript:'],
      ...['https://a.example', '//b.example', 'onload=x', '<img ', '<script>', '](', ':-:', '\u0000', '\u202e'],
    )
    fc.assert(fc.property(fc.array(scrap, { maxLength: 40 }), (parts) => expectSafe(markdownToHtml(parts.join('')))))
  })
})

describe('links', () => {
  test('to other sites say so to search engines, and tell them nothing', () => {
    expect(markdownToHtml('[a](https://a.example/x?y=1&z=2)')).toBe(
      '<p><a href="https://a.example/x?y=1&amp;z=2" rel="noopener noreferrer nofollow">a</a></p>\n',
    )
    expect(markdownToHtml('<https://a.example>')).toContain('rel="noopener noreferrer nofollow"')
  })

  test.each(['/shipping', '/news?page=2', '#terms', 'mailto:a@b.example', 'tel:+15550100'])('to %s are plain', (href) =>
    expect(markdownToHtml(`[a](${href})`)).toBe(`<p><a href="${href}">a</a></p>\n`),
  )

  test('without a beginning that can be told are none', () => {
    expect(markdownToHtml('[a](shipping)')).toBe('<p>[a](shipping)</p>\n')
  })
})

describe('headings', () => {
  const levels = (text: string) => [...markdownToHtml(text).matchAll(/<h(\d)>/g)].map(([, level]) => Number(level))

  test.each<[string, number[]]>([
    ['# a\n\n## b\n\n# c', [2, 3, 2]],
    ['## a\n\n### b', [2, 3]],
    ['#### a', [2]],
    ['# a\n\n#### b\n\n##### c\n\n## d', [2, 3, 4, 3]],
    ['a\n===\n\nb\n---', [2, 3]],
    ['> # a\n\n- ## b', [2, 3]],
  ])('of %j are %j', (text, expected) => expect(levels(text)).toEqual(expected))

  test('close as they open', () => expect(markdownToHtml('# a\n\n#### b')).toBe('<h2>a</h2>\n<h3>b</h3>\n'))
})

test('a table’s columns are aligned without a style', () => {
  const html = markdownToHtml('| a | b |\n|---|--:|\n| 1 | 2 |')
  expect(html).toContain('<th>a</th>\n<th data-align="right">b</th>')
  expect(html).not.toContain('style')
})
