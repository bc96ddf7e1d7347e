// What acts were done to, as whoever reads the log knows it: by the words of the office, else as the thing's room names it.
import type { Queryable } from '#platform/database/database.ts'
import type { Names } from '#platform/database/names.ts'
import { type OfficeWords, officeWords } from './office-words.ts'
import { type FoundRow, isInLog, SUBJECTS_AT_ONCE, subjectsOf } from './search-store.ts'

/** Who reads names. */
export interface NameReader {
  /** Language code. */
  locale: string
  /** Whether he may see what needs this permission: a buyer's address is named to nobody else. */
  sees(permission: string): boolean
}

/** Names that differ between readers. */
export type SubjectNames = (...of: [...Parameters<Names>, reader: NameReader]) => ReturnType<Names>

/** Which thing of a kind was meant by what people type, where there are too many to look at each. */
export type SubjectMeant = (db: Queryable, typed: string) => Promise<string | undefined>

export interface Subjects {
  names: Readonly<Record<string, SubjectNames>>
  meant: Readonly<Record<string, SubjectMeant>>
}

const plainly = (id: string) => id.replaceAll('.', '_')

/** Kinds of things that the office itself has words for, by what is declared in code. */
const WORDED: Readonly<Record<string, (id: string) => string>> = {
  setting: (id) => (id.startsWith('shop.logo.') ? `audit.logo.${id.slice(10)}` : `settings.of.${plainly(id)}.title`),
  contact: (id) => `settings.contact.of.${id}.title`,
  alertChannel: (id) => `settings.alerts.${id}.title`,
  page: (id) => `pages.names.${id}`,
  role: (id) => `roles.${id}`,
  list: (id) => `lists.names.${id}`,
  keys: (id) => `audit.whole.${id}`,
  payments: (id) => `audit.whole.${id}`,
}

function wordOf(kind: string, id: string, { locale }: NameReader): string | undefined {
  const [t, key] = [officeWords(locale), Object.hasOwn(WORDED, kind) ? WORDED[kind]!(id) : undefined]
  return key !== undefined && t.knows(key) ? t(key) : undefined
}

type Facts = Readonly<Record<string, unknown>>

function wordFor(t: OfficeWords, of: string, id: unknown): string {
  const key = `${of}.${plainly(String(id))}`
  return t.knows(key) ? t(key) : String(id)
}

const signed = (hundredths: unknown) => `${Number(hundredths) > 0 ? '+' : ''}${Number(hundredths) / 100}`

/** As the list of such changes says it. */
function bulkChange(t: OfficeWords, { what, on, basisPoints, cents, ending }: Facts): string | undefined {
  if (what === 'sale') return t(on ? 'catalogue.bulk.on' : 'catalogue.bulk.off')
  if (what === 'category') return t('catalogue.bulk.category')
  const how = [
    basisPoints && `${signed(basisPoints)} %`,
    cents && `${signed(cents)} USD`,
    typeof ending === 'number' && `→ .${String(ending).padStart(2, '0')}`,
  ]
  return what === 'price' ? t('catalogue.bulk.prices', { how: how.filter(Boolean).join(' ') }) : undefined
}

/** Kinds of things of which the row itself says what each was: many are alike, and they may be gone once they are done. */
const TOLD: Readonly<Record<string, (t: OfficeWords, after: Facts) => string | undefined>> = {
  job: (_, { task }) => (typeof task === 'string' ? task : undefined),
  alert: (t, { kind }) => (kind === undefined ? undefined : wordFor(t, 'today.alert', kind)),
  'payment difference': (t, { provider, what }) =>
    what === undefined
      ? undefined
      : `${wordFor(t, 'payments.providers', provider)}: ${wordFor(t, 'payments.differs', what)}`,
  bulk: bulkChange,
}

/** A backup is called by the moment as of which it is. */
export const backupNames =
  (zone: () => string): SubjectNames =>
  async (_, ids, { locale }) => {
    const said = new Intl.DateTimeFormat(officeWords(locale).tag, {
      ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      ...{ timeZone: zone(), timeZoneName: 'short' },
    })
    return new Map(ids.filter((id) => !Number.isNaN(Date.parse(id))).map((id) => [id, said.format(new Date(id))]))
  }

/** Of each kind with names, one question for all that the page has of it. */
export async function namesOf(
  db: Queryable,
  names: Subjects['names'],
  rows: readonly Pick<FoundRow, 'kind' | 'subject' | 'after'>[],
  reader: NameReader,
) {
  const kinds = Object.keys(names).filter((each) => rows.some(({ kind }) => kind === each))
  const known = new Map<string, ReadonlyMap<string, string>>()
  for (const each of kinds) {
    const ids = rows.flatMap(({ kind, subject }) => (kind === each ? [subject] : []))
    known.set(each, await names[each]!(db, [...new Set(ids)], reader))
  }
  return ({ kind, subject, after }: (typeof rows)[number]): string | null => {
    const told = after && Object.hasOwn(TOLD, kind) ? TOLD[kind]!(officeWords(reader.locale), after) : undefined
    return told ?? known.get(kind)?.get(subject) ?? wordOf(kind, subject, reader) ?? null
  }
}

/** Facts that are ids of things, and of which kind. */
const OF_KIND: Readonly<Record<string, string>> = {
  ...{ categoryId: 'category', parentId: 'category', category: 'category' },
  ...{ genreIds: 'facet', languageIds: 'facet', platformIds: 'facet', regionId: 'facet' },
  ...{ product: 'product', of: 'product', to: 'staff', person: 'staff' },
}

/** By fact and by id: what people call the things of which a row tells the ids. */
export type NamedFacts = Record<string, Record<string, string>>

interface Told {
  before: Facts | null
  after: Facts | null
}

const idsIn = (value: unknown): string[] =>
  [value].flat().flatMap((one) => (typeof one === 'number' || typeof one === 'string' ? [String(one)] : []))

const factIds = ({ before, after }: Told, fact: string) => [...idsIn(before?.[fact]), ...idsIn(after?.[fact])]

/** Of each kind with names, one question for all that the page has of it. */
export async function factNamesOf(db: Queryable, names: Subjects['names'], rows: readonly Told[], reader: NameReader) {
  const facts = Object.keys(OF_KIND).filter((fact) => Object.hasOwn(names, OF_KIND[fact]!))
  const known = new Map<string, ReadonlyMap<string, string>>()
  for (const kind of new Set(facts.map((fact) => OF_KIND[fact]!))) {
    const ids = rows.flatMap((row) => facts.flatMap((fact) => (OF_KIND[fact] === kind ? factIds(row, fact) : [])))
    if (ids.length > 0) known.set(kind, await names[kind]!(db, [...new Set(ids)], reader))
  }
  return (row: Told): NamedFacts => {
    const named: NamedFacts = {}
    for (const fact of facts)
      for (const id of factIds(row, fact)) {
        const name = known.get(OF_KIND[fact]!)?.get(id)
        if (name !== undefined) named[fact] = { ...named[fact], [id]: name }
      }
    return named
  }
}

/** The id of what was typed, which may be its name as the log says it; else what was typed, of which nothing is known. */
export async function subjectMeant(
  db: Queryable,
  { names, meant }: Subjects,
  { kind, id: typed }: { kind: string; id: string },
  reader: NameReader,
): Promise<string> {
  if (await isInLog(db, { kind, id: typed })) return typed
  if (Object.hasOwn(meant, kind)) return (await meant[kind]!(db, typed)) ?? typed
  if (!Object.hasOwn(names, kind) && !Object.hasOwn(WORDED, kind)) return typed
  const wanted = typed.toLowerCase()
  for (let last: string | undefined = ''; last !== undefined; ) {
    const ids: string[] = await subjectsOf(db, kind, last)
    const rows = ids.map((subject) => ({ kind, subject, after: null }))
    const nameOf = await namesOf(db, names, rows, reader)
    const found = rows.find((row) => nameOf(row)?.toLowerCase() === wanted)
    if (found) return found.subject
    last = ids.length < SUBJECTS_AT_ONCE ? undefined : ids.at(-1)
  }
  return typed
}
