/** Short messages that come and go: any code may send one, ToastRegion shows them. */
import type { ReactNode } from 'react'

export type Toast = {
  id: number
  message: ReactNode
  tone: 'plain' | 'good' | 'bad'
  action?: {
    label: string
    onPress: () => void
    /** The next one of the same words does the same; what undoes something does not. */
    alike?: boolean
  }
}

type ToastRequest = Pick<Toast, 'message' | 'action'> & Partial<Pick<Toast, 'tone'>>

const most = 3
const none: readonly Toast[] = []
const listeners = new Set<() => void>()
let toasts = none
let lastId = 0

/** The oldest makes room, and what says the same, unless something else can be done there. Returns the id for `dismissToast`. Only in the browser. */
export function toast({ message, tone = 'plain', action }: ToastRequest): number {
  lastId += 1
  const others = toasts.filter((other) => (other.action && !other.action.alike) || other.message !== message)
  publish([...others, { id: lastId, message, tone, action }].slice(-most))
  return lastId
}

export function dismissToast(id: number) {
  publish(toasts.filter((toast) => toast.id !== id))
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => toasts,
  onServer: () => none,
}

function publish(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}
