// A demo is not for strangers (decision E6): where others reach it, what shows keys or lets in as its owner is for whoever has
// the token that was printed at its start.
import { randomBytes } from 'node:crypto'
import type { Config } from './config.ts'
import { isLocal } from './config-modes.ts'
import { sameBytes, sha256 } from './crypto.ts'

export interface DemoToken {
  /** Undefined: nobody but whoever sits at this machine reaches it, and none is needed. */
  readonly value: string | undefined
  admits(given: string | null | undefined): boolean
}

export function drawDemoToken(config: Pick<Config, 'host' | 'publicUrl'>): DemoToken {
  const value = isReachable(config) ? randomBytes(18).toString('base64url') : undefined
  return {
    value,
    // Hashes have one length, so the comparison takes the same time whatever was given.
    admits: (given) => value === undefined || sameBytes(sha256(given ?? ''), sha256(value)),
  }
}

/** By others than whoever sits at this machine: it listens to the network, or stands behind an address of its own. */
function isReachable({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  return !isLocal(host) || (publicUrl !== undefined && !isLocal(new URL(publicUrl).hostname))
}
