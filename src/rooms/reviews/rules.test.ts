import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ReviewForm } from './forms.ts'
import { isLong, percentOf, refusalOf } from './rules.ts'

const good = { fillName: 'Jo', email: 'jo@example.com', content: 'Ten chars.' }
const complaints = (over: object) =>
  ReviewForm.safeParse({ ...good, ...over }).error?.issues.map((issue) => [issue.path.join('.'), issue.message])

describe('a review', () => {
  test('needs a name of 2, a text of 10 to 1000 characters and an e-mail address; 5 stars unless said otherwise', () => {
    expect(ReviewForm.parse(good)).toEqual({ ...good, score: 5 })
    expect(ReviewForm.parse({ ...good, content: 'x'.repeat(1000), score: '1' })).toMatchObject({ score: 1 })
  })

  test.each([
    [{ fillName: 'J' }, 'fillName', 'feedback.nameShort'],
    [{ fillName: ' J ' }, 'fillName', 'feedback.nameShort'],
    [{ fillName: 'x'.repeat(51) }, 'fillName', 'feedback.nameLong'],
    [{ email: '' }, 'email', 'feedback.emailMissing'],
    [{ email: 'jo@' }, 'email', 'feedback.emailFormat'],
    [{ content: 'Nine char' }, 'content', 'feedback.contentShort'],
    [{ content: `  ${'\n'.repeat(20)}short` }, 'content', 'feedback.contentShort'],
    [{ content: 'x'.repeat(1001) }, 'content', 'feedback.contentLong'],
    [{ score: 0 }, 'score', 'feedback.scoreRange'],
    [{ score: 6 }, 'score', 'feedback.scoreRange'],
    [{ score: 4.5 }, 'score', 'feedback.scoreRange'],
    [{ score: '' }, 'score', 'feedback.scoreRange'],
    [{ score: true }, 'score', 'feedback.scoreRange'],
  ])('%j is refused: %s %s', (over, field, message) => {
    expect(complaints(over)).toContainEqual([field, message])
  })

  test('keeps its lines, whatever system typed them, and a name stays on one', () => {
    const review = ReviewForm.parse({ ...good, fillName: ' Jo\n  Ann ', content: 'one line\r\nand another ' })
    expect(review).toMatchObject({ fillName: 'Jo Ann', content: 'one line\nand another' })
  })

  test('is cut when it is long or has many lines', () => {
    expect(isLong('short and sweet')).toBe(false)
    expect(isLong('x'.repeat(321))).toBe(true)
    expect(isLong('a\nb\nc\nd\ne\nf')).toBe(true)
  })
})

test.each([
  ['2', 'feedback.closed', 'feedback.closed'],
  ['1', 'message.loginFirst', undefined],
  ['0', undefined, undefined],
  [undefined, undefined, undefined],
])('the setting %s: %s for a visitor, %s for a member', (type, visitor, member) => {
  expect([refusalOf(type, false), refusalOf(type, true)]).toEqual([visitor, member])
})

test('a share is 0 % only for nobody and 100 % only for everybody', () => {
  expect([percentOf(0, 9), percentOf(9, 9), percentOf(0, 0)]).toEqual([0, 100, 0])
  const some = fc.integer({ min: 1, max: 100_000 })
  fc.assert(
    fc.property(some, some, (part, more) => {
      const percent = percentOf(part, part + more)
      return percent >= 1 && percent <= 99
    }),
  )
})
