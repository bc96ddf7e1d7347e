import { expect, test } from 'vitest'
import { toast, toastStore } from './toast.ts'

test('what is said once more is there once, as the newest', () => {
  const [first] = ['No connection', 'Removed'].map((message) => toast({ message }))
  const again = toast({ message: 'No connection' })
  expect(again).not.toBe(first)
  expect(toastStore.current().map(({ message }) => message)).toEqual(['Removed', 'No connection'])
})

test('what can be undone stays beside another of the same words', () => {
  const undone: number[] = []
  for (const nth of [1, 2]) toast({ message: 'Gift Card', action: { label: 'Undo', onPress: () => undone.push(nth) } })
  for (const { message, action } of toastStore.current()) if (message === 'Gift Card') action!.onPress()
  expect(undone).toEqual([1, 2])
})

test('what leads to the same place is there once, as the newest', () => {
  const action = { label: 'Checkout', onPress: () => undefined, alike: true }
  for (const message of ['Added', 'Not added', 'Added']) toast({ message, action })
  expect(toastStore.current().map(({ message }) => message)).toEqual(['Gift Card', 'Not added', 'Added'])
})
