import { expect, test } from 'vitest'
import { toast, toastStore } from './toast.ts'

test('what is said once more is there once, as the newest', () => {
  const [first] = ['No connection', 'Removed'].map((message) => toast({ message }))
  const again = toast({ message: 'No connection' })
  expect(again).not.toBe(first)
  expect(toastStore.current().map(({ message }) => message)).toEqual(['Removed', 'No connection'])
})
