// What a browser says of itself, in the words of people: "Windows", "Firefox". Unknown is empty.
import Bowser from 'bowser'

export interface Device {
  /** Operating system. */
  system: string
  /** Browser, or what else it is. */
  device: string
}

export function deviceOf(userAgent: string | null): Device {
  const text = (userAgent ?? '').slice(0, 400)
  if (!text) return { system: '', device: '' }
  const { os, browser } = Bowser.parse(text)
  return { system: (os.name ?? '').slice(0, 40), device: (browser.name ?? '').slice(0, 40) }
}
