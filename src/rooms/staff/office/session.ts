// Who is signed in, and whether he still is. A session that ends is not the end of the page: one signs in over it.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { officeCall, SIGNED_OUT } from '#browser/office-calls.ts'
import type { Me } from '../office.ts'
import { mayGo, type OfficePath } from './may-go.ts'

const RENEWED_EVERY_MS = 60_000
const TABS = 'office'

/** Who asked last, as far as this tab knows. */
let personId: string | undefined
async function askMe(): Promise<Me> {
  const me = await officeCall('GET /office/session', {})
  personId = me.id
  return me
}

/** Asking does not renew it. */
export const useMe = () => useQuery({ queryKey: ['me'], queryFn: askMe, retry: false })

/** Whether who is signed in has this permission; the server decides again at each call. */
export function useMay(): (permission: string) => boolean {
  const { data: me } = useMe()
  return (permission) => me?.permissions.includes(permission) ?? false
}

/** Whether he is shown what is at a place. */
export function useMayGo(): (path: OfficePath) => boolean {
  const may = useMay()
  return (path) => mayGo(path, may)
}

let isOver = false
const listeners = new Set<() => void>()
function become(over: boolean) {
  isOver = over
  for (const listener of listeners) listener()
}

addEventListener(SIGNED_OUT, () => become(true))

/** Whether the server has said that nobody is signed in any more, since somebody was. */
export const useIsOver = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOver,
  )

/** Signed in again, and with this tab all others of the browser: everything may be asked once more. */
export function isBack(): void {
  isBackHere()
  const tabs = new BroadcastChannel(TABS)
  tabs.postMessage(Date.now())
  tabs.close()
}

export const isBackHere = () => become(false)

/** Called whenever another tab of this browser tells that somebody is signed in; the answer ends it. */
export function hearTabs(called: () => void): () => void {
  const tabs = new BroadcastChannel(TABS)
  tabs.onmessage = called
  return () => tabs.close()
}

/** Once somebody is signed in again: whether it is the same person. */
export async function untilBack(): Promise<boolean> {
  const before = personId
  if (isOver)
    await new Promise<void>((resolve) => {
      const listener = () => {
        if (isOver) return
        listeners.delete(listener)
        resolve()
      }
      listeners.add(listener)
    })
  return (await askMe()).id === before
}

/**
 * What a person presses or types renews the session, at most once a minute, and for all tabs of this browser. What a page asks
 * by itself never does; when the idle time is over the page says so, also where it goes on asking.
 */
export function useActivity(idleSeconds: number | undefined): void {
  useEffect(() => {
    if (idleSeconds === undefined) return
    const tabs = new BroadcastChannel(TABS)
    // Of the last renewal, for the throttle; loading a page renews nothing, so the first press does.
    let renewedAt = 0
    // Since when nobody has done anything, as far as this tab knows.
    let aliveAt = Date.now()
    tabs.onmessage = ({ data }: MessageEvent<number>) => {
      renewedAt = Math.max(renewedAt, data)
      aliveAt = Math.max(aliveAt, data)
      if (isOver) become(false)
    }
    const acted = () => {
      const now = Date.now()
      if (isOver || now - renewedAt < RENEWED_EVERY_MS) return
      renewedAt = now
      aliveAt = now
      tabs.postMessage(now)
      // What comes of it is seen by the next call.
      officeCall('POST /office/session/renew', {}).catch(() => {})
    }
    const watch = setInterval(() => {
      if (!isOver && Date.now() - aliveAt > idleSeconds * 1_000) become(true)
    }, 5_000)
    const inputs = ['pointerdown', 'keydown'] as const
    for (const input of inputs) addEventListener(input, acted, { passive: true })
    return () => {
      clearInterval(watch)
      tabs.close()
      for (const input of inputs) removeEventListener(input, acted)
    }
  }, [idleSeconds])
}
