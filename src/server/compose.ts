// Opens rooms in the order of what they need and collects what they bring. Nothing is wired by name.

import type { Purpose } from '#platform/crypto.ts'
import { createEvents } from '#platform/events/events.ts'
import { followEvents } from '#platform/events/follow.ts'
import type { Notes } from '#platform/health.ts'
import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { identityIn } from '#platform/identity.ts'
import type { AnyRoom, Declarations, House, PageFacts, Room, RoomParts, Secrets, Services } from '#platform/room.ts'
import { languagesIn } from '#platform/settings/languages.ts'
import { fillSettings, openSettings } from '#platform/settings/settings.ts'

export interface Composed {
  parts: readonly RoomParts[]
  /** What is wrong, by room. */
  notes: readonly Notes[]
  pages: Partial<PageFacts>
  declared: House['declared']
  identity: House['identity']
  languages: House['languages']
  /** What a room hands out. */
  hands<Hands>(room: Room<Hands>): Hands
}

/**
 * Opens every room once. `closing` gets each room's end as soon as it is open, so that a start that fails half way closes
 * what it opened. Throws when a needed room is not among them, rooms need each other in a circle, two declare the same, or one
 * subscribes to an event that none declares.
 */
export async function compose(
  services: Services,
  rooms: readonly AnyRoom[],
  closing: (() => Promise<unknown>)[],
): Promise<Composed> {
  const opened = new Map<AnyRoom, RoomParts>()
  const declared: Record<string, Record<string, unknown>> = {}
  const ordered = inOrder(rooms)
  const tags: Record<string, unknown> = {}
  for (const room of rooms)
    addAll(
      tags,
      Object.fromEntries((room.tags ?? []).map((tag) => [tag.kind, tag])),
      `${room.name} declares the page tag`,
    )
  const settings = rooms.flatMap((room) => room.settings ?? [])
  await fillSettings(services.db, settings)
  for (const room of rooms) await room.prepare?.(services)
  const { db, listener, log, dropPages } = services
  const open = await openSettings(settings, { db, listener, log, onChange: () => dropPages([ALL_PAGES]) })
  closing.push(() => open.close())
  const events = createEvents(rooms.flatMap((room) => room.events ?? []))
  const house: House = {
    ...services,
    settings: open,
    identity: identityIn(open, services.config),
    languages: languagesIn(open),
    events,
    declared: <K extends keyof Declarations>(kind: K) => {
      declared[kind] ??= {}
      return declared[kind] as Declarations[K]
    },
  }
  for (const room of ordered) {
    const needed = Object.fromEntries(Object.entries(room.needs).map(([as, other]) => [as, opened.get(other)!.hands]))
    const parts = await room.open(house, needed as never)
    opened.set(room, parts)
    if (parts.close) closing.push(() => parts.close!())
    for (const [kind, entries] of Object.entries(parts.declares ?? {})) {
      declared[kind] ??= {}
      addAll(declared[kind], entries as object, `${room.name} declares ${kind}`)
    }
    events.subscribe(room.name, parts.subscribes ?? [])
  }
  const following = followEvents({ db, log, followers: events.followers })
  await following.begin()
  const own: RoomParts = {
    ticks: following.ticks,
    jobs: [following.forgetDaily(services.config.retention.events, 40)],
  }
  const parts = [...opened.values(), own]
  const notes: Notes[] = [
    ...[...opened].flatMap(([{ name }, { notes: read }]) => (read ? [{ of: name, read }] : [])),
    { of: 'settings', read: () => open.notes() },
    { of: 'events', read: () => following.notes() },
  ]
  const pages: Partial<PageFacts> = {}
  for (const [room, { pages: facts = {} }] of opened) addAll(pages, facts, `${room.name} says of pages`)
  return {
    parts,
    notes,
    pages,
    declared: house.declared,
    identity: house.identity,
    languages: house.languages,
    hands: (room) => opened.get(room)!.hands as never,
  }
}

/**
 * The purposes whose fingerprints are kept. Throws when two rooms declare the same: what is sealed for one would open for the
 * other.
 */
export function keptPurposes(rooms: readonly AnyRoom[]): Purpose[] {
  const all: Secrets = {}
  for (const { name, secrets = {} } of rooms) addAll(all, secrets, `${name} declares the secret`)
  return (Object.keys(all) as Purpose[]).filter((purpose) => all[purpose] === 'kept')
}

function addAll(to: object, from: object, says: string) {
  for (const [name, entry] of Object.entries(from)) {
    if (Object.hasOwn(to, name)) throw new Error(`${says} ${name}, which another room does already`)
    Object.assign(to, { [name]: entry })
  }
}

/** Each room after those that it needs; else in the order given. */
function inOrder(rooms: readonly AnyRoom[]): AnyRoom[] {
  const ordered = new Set<AnyRoom>()
  const visit = (room: AnyRoom, path: readonly AnyRoom[]) => {
    if (ordered.has(room)) return
    if (path.includes(room)) throw new Error(`rooms need each other in a circle: ${names([...path, room])}`)
    if (!rooms.includes(room)) throw new Error(`${names(path)} needs ${room.name}, which is not composed`)
    for (const needed of Object.values(room.needs)) visit(needed, [...path, room])
    ordered.add(room)
  }
  for (const room of rooms) visit(room, [])
  return [...ordered]
}

const names = (path: readonly AnyRoom[]) => path.map(({ name }) => name).join(' → ')
