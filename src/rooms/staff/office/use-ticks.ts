// Boxes that show what is so now until somebody touches them, and from then on what he chose: what is seen is what is sent, also
// after somebody else has changed it.
import { type ChangeEvent, useState } from 'react'

/** `now`: the names of those that are ticked. Answers what a box takes. */
export function useTicks(now: readonly string[]) {
  const [touched, setTouched] = useState<Readonly<Record<string, boolean>>>({})
  return (name: string) => ({
    checked: touched[name] ?? now.includes(name),
    onChange: ({ target: { checked } }: ChangeEvent<HTMLInputElement>) =>
      setTouched((all) => ({ ...all, [name]: checked })),
  })
}
