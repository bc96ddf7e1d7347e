import { expect, test } from 'vitest'
import { formatMoment } from './moment.ts'

test('a moment is told to the minute, with its zone, the language’s way', () => {
  const at = '2026-06-19T13:05:09Z'
  expect(formatMoment(at, 'en-US')).toMatch(/^June 19, 2026 at 1:05\s?PM UTC$/)
  expect(formatMoment(at, 'de')).toBe('19. Juni 2026 um 13:05 UTC')
  for (const locale of ['zh-CN', 'ja', 'ar', 'ru']) {
    expect(formatMoment(at, locale)).toMatch(/1:05|13:05/)
    expect(formatMoment(at, locale)).toContain('UTC')
    expect(formatMoment(at, locale)).not.toContain('09')
  }
})
