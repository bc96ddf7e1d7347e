// Serves the back office its inbox.
import type { Database } from '#platform/database/database.ts'
import { invalid, notFound } from '#platform/http/errors.ts'
import { staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { type Entry, isIdOf, itemsMeantBy, KINDS_OF_ITEMS, referenceOf } from './kinds.ts'
import { ITEMS_COUNTED, ITEMS_PER_PAGE, LONGEST_EXCERPT } from './limits.ts'
import { inboxOffice } from './office.ts'
import type { Item, Row } from './schemas.ts'
import * as store from './store.ts'
import { KINDS, type Kind, type Shelf } from './wire.ts'

const AFTER = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([a-z]+)_([0-9a-f-]{1,36})$/

export function inboxOfficeCalls({ db }: { db: Database }) {
  return serves(inboxOffice, {
    'GET /office/inbox': ({ query: { after, ...wanted } }, caller) =>
      inboxPage(db, wanted, after, staffOf(caller).staffId),

    'GET /office/inbox/count': async ({ query: { kind } }, caller) => {
      const kinds = kind ? [kind] : KINDS
      const counts = await store.countItems(db, kinds, staffOf(caller).staffId, ITEMS_COUNTED + 1)
      const say = (count: number) => ({ count: Math.min(count, ITEMS_COUNTED), isMore: count > ITEMS_COUNTED })
      return { open: say(counts.open), mine: say(counts.mine), waiting: say(counts.waiting), done: say(counts.done) }
    },

    'GET /office/inbox/people': async () => ({ people: await store.answerers(db) }),

    'GET /office/inbox/{kind}/{id}': ({ params: { kind, id } }) => itemOf(db, kind, id),
  } satisfies Handlers<typeof inboxOffice>)
}

interface Wanted {
  state: Shelf
  kind?: Kind | undefined
  q?: string | undefined
}

/** `staffId`: whose is what is "mine". */
export async function inboxPage(
  db: Database,
  { state, kind, q }: Wanted,
  after: string | undefined,
  staffId: string,
): Promise<{ rows: Row[]; next: string | null; understood: boolean }> {
  const page = { kinds: kind ? [kind] : KINDS, after: readAfter(after), limit: ITEMS_PER_PAGE + 1 }
  const items = q ? await itemsMeantBy(db, q) : undefined
  if (q && !items) return { rows: [], next: null, understood: false }
  const found = items ? await store.theseItems(db, items, page) : await shelf(db, state, staffId, page)
  const queued = found.slice(0, ITEMS_PER_PAGE)
  const last = queued.at(-1)
  const next = found.length > queued.length && last ? `${last.at}_${last.kind}_${last.id}` : null
  return { rows: await rowsOf(db, queued), next, understood: true }
}

type Page = Parameters<typeof store.latestDone>[1]

function shelf(db: Database, state: Shelf, staffId: string, page: Page): Promise<store.QueueRow[]> {
  if (state === 'mine') return store.openOf(db, staffId, page)
  return state === 'done' ? store.latestDone(db, page) : store.longestFirst(db, state, page)
}

/** In their order. What went away since the queue was read is left out. */
async function rowsOf(db: Database, queued: store.QueueRow[]): Promise<Row[]> {
  const entries = new Map<string, Entry>()
  for (const kind of KINDS) {
    const ids = queued.filter((row) => row.kind === kind).map(({ id }) => id)
    const known = ids.length > 0 ? await KINDS_OF_ITEMS[kind].entries(db, ids) : []
    for (const entry of known) entries.set(`${kind} ${entry.id}`, entry)
  }
  return queued.flatMap((row) => {
    const entry = entries.get(`${row.kind} ${row.id}`)
    return entry ? [{ ...shownRow(row, entry), title: excerptOf(entry.title) }] : []
  })
}

async function itemOf(db: Database, kind: Kind, id: string): Promise<Item> {
  const row = isIdOf(kind, id) ? await store.queueRow(db, kind, id) : undefined
  const [entry] = row ? await KINDS_OF_ITEMS[kind].entries(db, [id]) : []
  const detail = entry && (await KINDS_OF_ITEMS[kind].detail(db, entry))
  if (!row || !entry || !detail) throw notFound()
  return { ...shownRow(row, entry), ...detail, writtenAt: entry.createdAt.toISOString(), seen: row.version }
}

function shownRow({ kind, id, state, since, assignedTo, assignee }: store.QueueRow, entry: Entry): Row {
  const { title, topic, score, name, email, locale } = entry
  return {
    ...{ kind, id, state, title, topic, score, name, email, locale },
    reference: referenceOf(kind, id),
    since: since.toISOString(),
    assignee: assignedTo === null ? null : { id: assignedTo, name: assignee ?? '' },
  }
}

function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT).toWellFormed()}…` : line
}

function readAfter(text: string | undefined): store.AfterItem | undefined {
  if (text === undefined) return undefined
  const [, at, word, id] = AFTER.exec(text) ?? []
  const kind = KINDS.find((known) => known === word)
  if (!at || !kind || !id || Number.isNaN(Date.parse(at))) throw invalid([{ path: 'after', message: 'error.invalid' }])
  return { at, kind, id }
}
