// What is offered to whoever has just logged in to protect his account; nothing to whom it was offered before.
import { useSyncExternalStore } from 'react'
import type { User } from '../schemas.ts'

const NOTHING: readonly string[] = []
let offer = NOTHING
const listeners = new Set<() => void>()

function publish(next: readonly string[]) {
  offer = next
  for (const listener of listeners) listener()
}

/** After a login. */
export const offerSecurity = ({ securityOffer }: User) => publish(securityOffer)

/** He has answered, or is somebody else. */
export const endOffer = () => publish(NOTHING)

export const useOffer = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offer,
    () => NOTHING,
  )
