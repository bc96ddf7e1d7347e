/** Short messages that come and go: any code may send one, ToastRegion shows them. */
import type { ReactNode } from 'react'

export type Toast = {
  id: number
  message: ReactNode
  tone: 'plain' | 'good' | 'bad'
  action?: { label: string; onPress: () => void }
}

type ToastRequest = Pick<Toast, 'message' | 'action'> & Partial<Pick<Toast, 'tone'>>

const most = 3
const none: readonly Toast[] = []
const listeners = new Set<() => void>()
let toasts = none
let lastId = 0

/** The oldest makes room, and whatever says the same. Returns the id for `dismissToast`. Only in the browser. */
export function toast({ message, tone = 'plain', action }: ToastRequest): number {
  lastId += 1
  publish([...toasts.filter((other) => other.message !== message), { id: lastId, message, tone, action }].slice(-most))
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
