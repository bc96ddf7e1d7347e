// The visitor's country: the one that he chose in this browser, else where the shop takes him to be. Pages are the same
// for everybody until the browser knows it.
import { useSyncExternalStore } from 'react'
import { call } from '#browser/calls.ts'
import type { TranslateMessage } from '#platform/i18n/messages.ts'

const KEY = 'country'

const listeners = new Set<() => void>()
let country = ''
let finding: Promise<void> | undefined

/** ISO 3166; empty until it is known, and where it is not wanted. */
export function useCountry(wanted: boolean): string {
  return useSyncExternalStore(
    wanted ? subscribe : nothing,
    () => (wanted ? country : ''),
    () => '',
  )
}

/** The visitor's country, once it is known; empty where it cannot be. */
export async function knownCountry(): Promise<string> {
  finding ??= find()
  await finding
  return country
}

export function chooseCountry(code: string): void {
  publish(code)
  try {
    localStorage.setItem(KEY, code)
  } catch {
    // Without storage it is asked again on the next page.
  }
}

export function countryName(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

/** Whether something can be activated there; true as long as nobody knows where that is. */
export function activatesIn(code: string, { countries }: { countries: readonly string[] | null }): boolean {
  return !code || (countries?.includes(code) ?? true)
}

/** What is said wherever something is bought that cannot be activated there. */
export function notThere(t: TranslateMessage, code: string): string {
  return t('product.activation.notThere', { country: countryName(code, t.tag) })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void knownCountry()
  return () => listeners.delete(listener)
}

const nothing = () => () => {}

async function find(): Promise<void> {
  try {
    const kept = localStorage.getItem(KEY)
    if (kept && /^[A-Z]{2}$/.test(kept)) {
      publish(kept)
      return
    }
  } catch {
    // No storage: the guess has to do.
  }
  try {
    const guess = await call('GET /api/home/location', {})
    // Who has chosen meanwhile knows better.
    if (!country) publish(guess.country ?? '')
  } catch {
    // Not known; the page asks, and what it sells names its region.
  }
}

function publish(code: string): void {
  country = code
  for (const listener of listeners) listener()
}
