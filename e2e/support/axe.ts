// Accessibility as axe-core can see it: one way to ask, for whole pages and for parts of them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { settled, structure, tooWide } from './checks.ts'

/** WCAG 2.2 A and AA, and the habits that axe calls best practice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose result depends on colours: all that another theme of the same page can change. */
const COLOURS = ['color-contrast', 'link-in-text-block']

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Axe = { run: (context: string[][] | Document, options: object) => Promise<AxeResults> }

/**
 * What axe finds wrong, one line per rule. `within`: selectors of the parts that are looked at, or else the whole page;
 * `only: 'colours'`: of a page whose rest was looked at in another theme. The shop has no frames, so none are searched.
 */
export async function axe(
  page: Page,
  { within, only }: { within?: readonly string[]; only?: 'colours' } = {},
): Promise<string[]> {
  await settled(page)
  // It is half a megabyte: once per document, past the shop's content policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate(
    async ({ parts, runOnly }) => {
      // What has just been scrolled under the bar that stays is no small target.
      const top = scrollY
      scrollTo({ top: 0, behavior: 'instant' })
      const found = await (window as unknown as { axe: Axe }).axe.run(parts?.map((part) => [part]) ?? document, {
        runOnly,
        resultTypes: ['violations'],
      })
      scrollTo({ top, behavior: 'instant' })
      return found
    },
    {
      parts: within,
      runOnly: only === 'colours' ? { type: 'rule', values: COLOURS } : { type: 'tag', values: TAGS },
    },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`)
}

/** Nothing for axe to find, landmarks and headings in order, and nothing wider than the window. */
export async function expectWellMade(page: Page): Promise<void> {
  expect([...(await axe(page)), ...(await structure(page)), ...(await tooWide(page))]).toEqual([])
}

/** Axe finds nothing, and nothing is wider than the window. */
export async function looksWell(page: Page): Promise<void> {
  expect([...(await axe(page)), ...(await tooWide(page))]).toEqual([])
}
