import { join } from 'node:path'

/** The address of a Unix socket has 107 bytes at most, and the setting is a list; a data directory that does not fit goes without. */
export function socketDirectory(home: string): string {
  return Buffer.byteLength(join(home, '.s.PGSQL.65535.lock')) <= 107 && !/['",]/.test(home) ? home : ''
}

/** Address of the database through the Unix socket in `directory`; `url` as it is where `directory` is empty. */
export function socketUrlOf(url: string, directory: string): string {
  const { password, port } = new URL(url)
  if (!directory) return url
  return `postgres://latchkey:${password}@/latchkey?host=${encodeURIComponent(directory)}&port=${port}`
}
