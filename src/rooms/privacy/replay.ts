// Erasures that a restore of an older backup has undone are done again, before the shop serves anybody (decision E8). The
// journal names a member by his id and his address by a keyed hash, so the addresses that the rooms hold are held against it:
// what he left as a guest is found although the backup may know no account of his yet.
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { HeldAddress } from '#platform/mailbox.ts'
import { memberToErase, ownAddresses } from '#rooms/members/hands.ts'
import { nameKey } from '#rooms/members/rules.ts'
import * as store from './store.ts'

const CHUNK = 1_000

declare module '#platform/crypto.ts' {
  interface Purposes {
    erasure: unknown
  }
}

export const addressHash = (keyring: Keyring, email: string): Buffer => keyring.fingerprint('erasure', nameKey(email))

export interface ReplayOptions {
  db: Database
  keyring: Keyring
  /** Every address under which a room holds something, some more than once. */
  addresses(): AsyncIterable<string[]>
  /** All that rooms hold of the member, and under these addresses. */
  erase(tx: Transaction, memberId: string, addresses: readonly (HeldAddress | null)[]): Promise<void>
  close(tx: Transaction, memberId: string): Promise<unknown>
}

export async function replayErasures({ db, keyring, addresses, erase, close }: ReplayOptions): Promise<void> {
  for (;;) {
    const erasures = await store.erasuresToReplay(db, CHUNK)
    if (erasures.length === 0) return
    const held = await findAddresses(erasures.map(({ addressHash: hash }) => hash.toString('hex')))
    for (const { id, memberId, addressHash: hash, since, until } of erasures)
      await db.transaction(async (tx) => {
        if (!(await store.takeErasure(tx, id))) return
        const his: HeldAddress[] = [...(held.get(hash.toString('hex')) ?? [])].map((email) => ({ email, since, until }))
        // The backup is older than his leaving the address that he has in it.
        if (await memberToErase(tx, memberId)) his.push(...(await ownAddresses(tx, memberId)))
        await erase(tx, memberId, his.length > 0 ? his : [null])
        await close(tx, memberId)
      })
  }

  async function findAddresses(hashes: readonly string[]): Promise<Map<string, Set<string>>> {
    const found = new Map<string, Set<string>>(hashes.map((hash) => [hash, new Set()]))
    for await (const page of addresses())
      for (const email of page) found.get(addressHash(keyring, email).toString('hex'))?.add(email)
    return found
  }
}
