// The calls of all rooms, served together: who asks, who may, how often.
import { countClient } from '#platform/http/client-limit.ts'
import type { Call, Contract } from '#platform/http/contract.ts'
import { askInProcess } from '#platform/http/in-process.ts'
import { type Identify, VISITOR } from '#platform/http/principal.ts'
import { callLimit } from '#platform/http/rate-limit.ts'
import { type ServedCalls, type ServeOptions, serveCalls } from '#platform/http/serve.ts'
import { openSharedLimit } from '#platform/http/shared-limit.ts'
import { logSeldom } from '#platform/log-seldom.ts'
import type { Services } from '#platform/room.ts'
import type { Composed } from './compose.ts'

export type ServedRooms = ReturnType<typeof serveRooms>

/** Throws when a call is limited by a number that no room declares. */
export function serveRooms(
  rooms: Composed,
  { db, log, metrics }: Pick<Services, 'db' | 'log' | 'metrics'>,
  closing: (() => Promise<unknown>)[],
) {
  const served: ServedCalls[] = rooms.parts.flatMap(({ calls }) => calls ?? [])
  const contracts: Contract[] = served.map(({ contract }) => contract)
  const limits = rooms.declared('limits')
  const unknown = contracts
    .flatMap((contract) => Object.values<Call>(contract))
    .find(({ perMinute }) => typeof perMinute === 'string' && limits[perMinute] === undefined)
  if (unknown) throw new Error(`no room declares the limit ${unknown.perMinute}`)
  const sharedLimit = openSharedLimit(db, log)
  closing.push(() => sharedLimit.close())
  const countCall = callLimit(db)
  const warnSeldom = logSeldom(log)
  const options: ServeOptions = {
    log,
    languages: rooms.languages,
    identify: identifyBy(rooms.declared('identities')),
    guards: rooms.declared('guards'),
    guardHeaders: Object.values(rooms.declared('guardHeaders')),
    limit: (call, address, perMinute) =>
      typeof perMinute === 'string'
        ? countClient(address, limits[perMinute]!, (name, most) => sharedLimit.count(call, name, most))
        : countClient(address, perMinute, (name, most) => countCall(call, name, most)),
    suspicious: (call, reason) => {
      metrics.suspicious.inc({ call, reason })
      warnSeldom(
        `${call} ${reason}`,
        { call, reason },
        'a request was refused that no page and no provider of ours sends',
      )
    },
    observe: (call, status, seconds) => metrics.calls.observe({ call, status: String(status) }, seconds),
  }
  return { app: serveCalls(served, options), ask: askInProcess(served, options), contracts }
}

/** As the rooms say that know principals of this kind; else a visitor. */
function identifyBy(identities: Record<string, Identify>): ServeOptions['identify'] {
  return async (kind, asker) => (await identities[kind]?.(asker)) ?? VISITOR
}
