// Parts of a page whose HTML comes with it and whose code comes when somebody comes near or does anything at all: what a
// first visit need not wait for. Until then links are plain links, and a press on a button is held back
// (ui/early-input.ts).
import { type ComponentType, lazy } from 'react'
import type { TranslateMessage } from '#platform/i18n/messages.ts'
import { dismissToast, toast } from '#ui/toast.ts'

const SIGNS = ['pointerdown', 'keydown', 'focusin'] as const

/**
 * For the browser's side of `createIsomorphicFn`; to be shown within `<Suspense>`. `selector` finds the part in the page;
 * where it is not there, because the server did not make this page, nothing is waited for.
 */
export function whenWanted<P>(selector: string, load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  return lazy(async () => {
    const part = document.querySelector(selector)
    if (part && !part.contains(document.activeElement)) await Promise.race([firstSign(), inSight(part)])
    return onceOnline(load)
  }) as unknown as ComponentType<P>
}

/**
 * Code is asked for when there is a connection, and once more when it fails; the page around it stays. Asked for without one it would
 * fail, and Chromium before 156 never asks again for a module that failed. Where none is, what failed before is forgotten when it
 * comes. On the server nothing is waited for.
 */
export async function onceOnline<T>(load: () => Promise<T>, failed: readonly unknown[] = []): Promise<T> {
  let errors = failed
  if (await isAway()) {
    errors = []
    // It may have come back before this was known, and says so only once.
    if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  }
  if (errors.length > 1) throw errors[1]
  return load().catch((error) => onceOnline(load, [...errors, error]))
}

let said = 0

const forgetOffline = () => dismissToast(said)

/** Whether there is no connection; a shop on this machine is there without any. What an earlier press was told goes. */
export async function isAway(): Promise<boolean> {
  forgetOffline()
  return (
    navigator.onLine === false &&
    fetch('/healthz', { method: 'HEAD' }).then(
      () => false,
      () => true,
    )
  )
}

/** Why nothing came of a press that needs the shop; it goes when the connection comes. */
export function sayOffline(t: TranslateMessage): void {
  said = toast({ tone: 'bad', message: t('error.offline') })
  addEventListener('online', forgetOffline, { once: true })
}

/** For what is fetched when a hand comes near and wanted when it presses: what came is there without a connection, too. */
export function keptOnceOnline<T>(load: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  return () => {
    kept ??= onceOnline(load).catch((error) => {
      kept = undefined
      throw error
    })
    return kept
  }
}

/** When somebody does anything at all; `more`: what else is a sign. */
export function firstSign(...more: string[]): Promise<void> {
  return new Promise((resolve) => {
    const signs = [...SIGNS, ...more]
    const come = () => {
      for (const sign of signs) removeEventListener(sign, come)
      resolve()
    }
    for (const sign of signs) addEventListener(sign, come, { passive: true })
  })
}

function inSight(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const watcher = new IntersectionObserver(
      (sightings) => {
        if (!sightings.at(-1)?.isIntersecting) return
        watcher.disconnect()
        resolve()
      },
      { rootMargin: '200px' },
    )
    watcher.observe(element)
  })
}
