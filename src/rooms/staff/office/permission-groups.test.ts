// Permissions stand below what they are about.
import { expect, test } from 'vitest'
import words from '#locales/office/en-US.json' with { type: 'json' }
import { createTranslate, type WordTree } from '#platform/i18n/words.ts'
import { groupsOf } from './permission-groups.ts'
import type { TranslateOffice } from './words.ts'

const english = createTranslate({ tag: 'en-US', dir: 'ltr' }, [words as WordTree]) as TranslateOffice
const permissions = Object.entries(words.staff.may)
  .flatMap(([noun, acts]) => Object.keys(acts).map((act) => `${noun}.${act}`))
  .sort()

test('each permission stands once, below the place where it is used and no other', () => {
  const groups = groupsOf(english, permissions)
  expect(groups.flatMap((group) => group.permissions).sort()).toEqual(permissions)
  const titleOf = (wanted: string) => groups.find((group) => group.permissions.includes(wanted))?.title
  expect(permissions.filter((permission) => titleOf(permission) === words.staff.permission)).toEqual([])
  expect(['vault.import', 'reviews.moderate', 'prices.write', 'orders.refund'].map(titleOf)).toEqual([
    'Keys',
    'Inbox',
    'Catalogue',
    'Orders',
  ])
  expect(groups.find(({ title }) => title === 'Staff')?.permissions.every((name) => name.startsWith('staff.'))).toBe(
    true,
  )
})
