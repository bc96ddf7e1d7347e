// What the audit log holds, in words: acts, and what was so before and after.
import { type Fact, isTexts, sayFact, sayField } from './audit-facts.ts'
import type { OfficeKey, TranslateOffice } from './words.ts'

/** Acts of an earlier version of the shop that have no words any more are told by their names. */
export function sayAct(t: TranslateOffice, act: string): string {
  const key = `audit.acts.${act}`
  return t.knows(key) ? t(key) : act
}

export function sayKind(t: TranslateOffice, kind: string): string {
  const key = `audit.kinds.${kind}`
  return t.knows(key) ? t(key) : kind
}

/** One thing that an act has changed, or noted. */
export interface Change {
  what: string
  before?: string
  after?: string
  /** The change of many products that it is. */
  bulk?: string
}

type Facts = Record<string, unknown> | null

export interface Done {
  act: string
  before: Facts
  after: Facts
  /** By fact and by id: the names of things. */
  named?: Record<string, Record<string, string>>
}

/** Of an answer, by which id it is kept: nothing leads to it but what was answered, whose page the row leads to. */
export const UNSAID = 'message'

/** What is the same before and after is told once. */
export function changesOf(t: TranslateOffice, { act, before, after, named = {} }: Done): Change[] {
  const [noun = ''] = act.split('.')
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => name !== UNSAID,
  )
  return names.flatMap((name) => {
    const [old, now] = [before?.[name], after?.[name]]
    const [fact, what] = [{ noun, name, named: named[name] }, sayField(t, name)]
    if ((name === 'bulk' || name === 'undoes') && typeof now === 'string')
      return [{ what, after: t('audit.show'), bulk: now }]
    if (isTexts(old) && isTexts(now)) return listChanges(t, fact, what, old, now)
    const change: Change = { what }
    if (old !== undefined && JSON.stringify(old) !== JSON.stringify(now)) change.before = sayFact(t, fact, old)
    if (now !== undefined) change.after = sayFact(t, fact, now)
    return [change]
  })
}

function listChanges(t: TranslateOffice, fact: Fact, what: string, old: string[], now: string[]): Change[] {
  const changed = (key: OfficeKey, texts: string[]) =>
    texts.length > 0 ? [{ what: t(key, { what }), after: sayFact(t, fact, texts) }] : []
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
