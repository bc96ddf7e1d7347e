// What of the configuration must stand in nothing that is shown or copied.
import type { RoomConfig } from '#platform/room.ts'

/** Shorter ones are words. */
const SHORTEST = 6

/** The longest first: one may be a part of another. */
export function secretsOf(config: RoomConfig): string[] {
  const { databaseUrl, databaseDirectUrl, smtpUrl, publicUrl, purge, vaultKeys = [], metricsToken } = config
  const addresses = [databaseUrl, databaseDirectUrl, smtpUrl, publicUrl, purge?.url].flatMap(partsOf)
  const texts = [...addresses, ...vaultKeys, purge?.token, metricsToken, config.supportEmail, config.mailFrom]
  const all = [...texts, ...Object.values(config.declared).flatMap(textsIn)]
  return [...new Set(all.filter((text) => text !== undefined && text.length >= SHORTEST) as string[])].sort(
    (a, b) => b.length - a.length,
  )
}

/** An address, and what in it opens or names something. */
function partsOf(address: string | undefined): string[] {
  if (!address || !URL.canParse(address)) return []
  const { username, password, hostname } = new URL(address)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  return [address, password, decodeURIComponent(password), username, isLocal ? '' : hostname]
}

/** Whatever rooms read of the environment: none of it is harmless enough to be told. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...partsOf(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
