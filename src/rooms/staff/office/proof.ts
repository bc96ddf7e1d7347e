// Asking who is signed in to prove himself again: one question at a time, whoever needs its answer.
import { useSyncExternalStore } from 'react'

let asked: { promise: Promise<boolean>; answer: (isProved: boolean) => void } | undefined
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** False: he does not want to. */
export function askForProof(): Promise<boolean> {
  if (!asked) {
    let answer!: (isProved: boolean) => void
    const promise = new Promise<boolean>((resolve) => {
      answer = resolve
    })
    asked = { promise, answer }
    tell()
  }
  return asked.promise
}

export function answerProof(isProved: boolean): void {
  asked?.answer(isProved)
  asked = undefined
  tell()
}

export const useIsAskedForProof = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked !== undefined,
  )
