// What the audit log holds, in words: acts, and what was so before and after.
import { sayRole } from './say-role.ts'
import type { OfficeKey, TranslateOffice } from './words.ts'

/** Acts that have no words yet are told by their names. */
export function sayAct(t: TranslateOffice, act: string): string {
  const key = `audit.acts.${act}`
  return t.knows(key) ? t(key) : act
}

export function sayKind(t: TranslateOffice, kind: string): string {
  const key = `audit.kinds.${kind}`
  return t.knows(key) ? t(key) : kind
}

/** What a permission allows. */
export function sayPermission(t: TranslateOffice, permission: string): string {
  const key = `staff.may.${permission}`
  return t.knows(key) ? t(key) : permission
}

/** One thing that an act has changed, or noted. */
export interface Change {
  what: string
  before?: string
  after?: string
}

type Facts = Record<string, unknown> | null

/** What is the same before and after is told once. */
export function changesOf(t: TranslateOffice, before: Facts, after: Facts): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((name) => {
    const [old, now] = [before?.[name], after?.[name]]
    const key = `audit.fields.${name}`
    const what = t.knows(key) ? t(key) : name
    if (isTexts(old) && isTexts(now)) return listChanges(t, name, what, old, now)
    const change: Change = { what }
    if (old !== undefined && JSON.stringify(old) !== JSON.stringify(now)) change.before = sayFact(t, name, old)
    if (now !== undefined) change.after = sayFact(t, name, now)
    return [change]
  })
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

function listChanges(t: TranslateOffice, name: string, what: string, old: string[], now: string[]): Change[] {
  const changed = (key: OfficeKey, texts: string[]) =>
    texts.length > 0 ? [{ what: t(key, { what }), after: sayFact(t, name, texts) }] : []
  return [
    ...changed(
      'audit.added',
      now.filter((each) => !old.includes(each)),
    ),
    ...changed(
      'audit.taken',
      old.filter((each) => !now.includes(each)),
    ),
  ]
}

function sayFact(t: TranslateOffice, name: string, value: unknown): string {
  if (value === null || value === '') return t('audit.nothing')
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (isTexts(value)) {
    if (value.length === 0) return t('audit.nothing')
    return value.map((each) => (name === 'permissions' ? sayPermission(t, each) : each)).join('; ')
  }
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : JSON.stringify(value)
  if (name === 'role') return sayRole(t, value)
  const key = name === 'status' ? `orders.status.${value}` : `audit.values.${name}.${value}`
  return t.knows(key) ? t(key) : value
}
