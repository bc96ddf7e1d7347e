// Serves the audit log: to whoever may search it, and of one thing to whoever may see that thing.
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { wholeDays } from '#platform/database/days.ts'
import { CallError, invalid, notFound } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { TIME_ZONE } from '#platform/settings/time-zone.ts'
import { AUDIT_PER_PAGE } from './limits.ts'
import { AuditFilter, auditOffice } from './office.ts'
import { openPersonal } from './people.ts'
import * as store from './search-store.ts'
import { both, rowOf } from './store.ts'
import {
  factNamesOf,
  type NameReader,
  namesOf,
  type SubjectMeant,
  type SubjectNames,
  type Subjects,
  subjectMeant,
} from './subjects.ts'

declare module '#platform/room.ts' {
  interface Declarations {
    /** By kind of subject in the audit log: the permission with which its history is seen on its page. */
    histories: Record<string, string>
    /** By kind of subject: the permission with which whom it is about is seen on its page, where that is another than to see orders. */
    showsPersons: Record<string, string>
    /** By kind of subject: what people call those of these ids, by id. What has no name, or is gone, is left out. */
    subjectNames: Record<string, SubjectNames>
    /** By kind of subject: which one people mean, of kinds that are too many to be compared by name. */
    subjectMeant: Record<string, SubjectMeant>
  }
}

const AFTER = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,15})$/

interface Options {
  db: Database
  settings: Settings
  histories(): Readonly<Record<string, string>>
  subjects(): Subjects
  showsPersons(): Readonly<Record<string, string>>
}

/** What the log is read of. */
type Log = Omit<Options, 'histories'>

/** `staffId`: who reads it; nobody where it is written to a file. */
export type LogReader = NameReader & { staffId?: string }

async function page(db: Database, wanted: store.Wanted, after: string | undefined) {
  const found = await store.search(db, wanted, { after: readAfter(after), limit: AUDIT_PER_PAGE + 1 })
  const rows = found.slice(0, AUDIT_PER_PAGE)
  const last = rows.at(-1)
  return { rows, next: found.length > rows.length && last ? `${last.exactly}_${last.id}` : null }
}

export type AuditQuery = z.output<typeof AuditQuery>
export const AuditQuery = z.object(AuditFilter)

/** A page of the log, as whoever may search it sees it. A visitor of a demo is shown nobody's address. */
export async function auditPage(
  log: Log,
  { person, act, kind, id, from, to }: AuditQuery,
  after: string | undefined,
  reader: LogReader & { isDemo: boolean },
) {
  const { db, settings, subjects } = log
  if ((kind === undefined) !== (id === undefined))
    throw invalid([{ path: kind === undefined ? 'kind' : 'id', message: 'audit.subjectWhole' }])
  const zone = settings.read(TIME_ZONE)
  const wanted = {
    ...(await wholeDays(db, zone, from, to)),
    act: act || undefined,
    staffId: person === 'machine' ? null : person,
    ...(kind !== undefined &&
      id !== undefined && { subject: { kind, id: await subjectMeant(db, subjects(), { kind, id }, reader) } }),
  }
  const { rows, next } = await page(db, wanted, after)
  const nameOf = await namesOf(db, subjects().names, rows, reader)
  const told = await toldTo(reader, log, rows)
  const whole = rows.map((row, n) => ({
    ...{ ...told[n]!, name: nameOf(row) },
    ...{ address: reader.isDemo ? null : row.address, kind: row.kind, subject: row.subject },
  }))
  return { rows: whole, next, zone }
}

/** What rows say, with the names of what they tell by ids. */
async function toldTo(reader: LogReader, { db, subjects, showsPersons }: Log, rows: store.FoundRow[]) {
  const told = rows.map((row) => shown(row, seesPersonOf(row, reader, showsPersons())))
  const namedIn = await factNamesOf(db, subjects().names, told, reader)
  return told.map((row) => ({ ...row, named: namedIn(row) }))
}

export function auditOfficeCalls({ histories, ...log }: Options) {
  const { db } = log
  return serves(auditOffice, {
    'GET /office/audit': ({ query: { after, ...wanted } }, caller) => {
      return auditPage(log, wanted, after, { ...readerOf(caller), isDemo: staffOf(caller).isDemo })
    },

    'GET /office/audit/choices': async () => ({
      people: await store.peopleWhoDid(db),
      acts: await store.actsDone(db),
      kinds: await store.kindsOfSubjects(db),
    }),

    'GET /office/audit/of/{kind}/{id}': async ({ params: { kind, id }, query: { after } }, caller) => {
      const { permissions } = staffOf(caller)
      const needed = Object.hasOwn(histories(), kind) ? histories()[kind] : undefined
      if (!permissions.has('audit.read')) {
        if (needed === undefined) throw notFound()
        if (!permissions.has(needed)) throw new CallError(403, 'error.forbidden')
      }
      const { rows, next } = await page(db, { subject: { kind, id } }, after)
      return { rows: await toldTo(readerOf(caller), log, rows), next }
    },
  } satisfies Handlers<typeof auditOffice>)
}

function readerOf(caller: Caller): LogReader {
  const { permissions, staffId } = staffOf(caller)
  return { locale: caller.locale, staffId, sees: (permission) => permissions.has(permission) }
}

/** With it one sees persons wherever they stand. */
const SEES_PERSONS = 'orders.read'

/** Who did it knows what he wrote, and the page of the thing may show him the person. */
function seesPersonOf({ staffId, kind }: store.FoundRow, reader: LogReader, showsPersons: Record<string, string>) {
  const isOwn = staffId !== null && staffId === reader.staffId
  const onPage = Object.hasOwn(showsPersons, kind) && reader.sees(showsPersons[kind]!)
  return isOwn || onPage || reader.sees(SEES_PERSONS)
}

/** What the row says of a person is opened for nobody else than who may see him. */
export function shown(row: store.FoundRow, seesPersons: boolean) {
  const { id, at, actor, staffId, act, sealed, key } = row
  const whose = { id, at: at.toISOString(), actor, staffId, act }
  const { before, after, reason } = row
  const isErased = sealed !== null && key === null
  if (sealed === null || key === null || !seesPersons)
    return { ...whose, before, after, reason, isErased, isHidden: sealed !== null && !isErased }
  const of = openPersonal(sealed, key, rowOf({ act, subject: { kind: row.kind, id: row.subject } }))
  return {
    ...whose,
    before: both(before, of.before),
    after: both(after, of.after),
    reason: of.reason ?? reason,
    ...{ isErased: false, isHidden: false },
  }
}

function readAfter(text: string | undefined): store.Place | undefined {
  if (text === undefined) return undefined
  const [, at, id] = AFTER.exec(text) ?? []
  if (!at || !id || Number.isNaN(Date.parse(at))) throw invalid([{ path: 'after', message: 'error.invalid' }])
  return { at, id: Number(id) }
}
