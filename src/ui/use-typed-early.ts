import { type RefObject, useLayoutEffect } from 'react'

/** Takes what was typed into a field before the page was alive: React would lose it with the first change of its own. */
export function useTypedEarly(
  field: RefObject<HTMLInputElement | null>,
  value: string,
  take: (typed: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of what was there before
  useLayoutEffect(() => {
    const typed = field.current?.value
    if (typed !== undefined && typed !== value) take(typed)
  }, [])
}
