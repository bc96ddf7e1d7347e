// Editing a thing by the field: what was typed, what is wrong with it, saving it, and what somebody else did meanwhile. Whatever
// others save is seen below, and nothing that was typed is lost.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { toast } from '#ui/toast.ts'
import { useLeaving } from './use-leaving.ts'
import { sayRefusal, useOfficeWords } from './words.ts'

export type Value = string | number | boolean | number[]

/** With what it was when it was begun. */
export interface Edit {
  from: Value
  to: Value
}

export type Edits = Readonly<Record<string, Edit>>

export interface Conflict {
  field: string
  theirs: Value
  mine: Value
}

export interface SentChange extends Edit {
  field: string
}

export interface Editing {
  value(field: string): Value
  set(field: string, to: Value): void
  /** In words. */
  error(field: string): string | undefined
  edits: Edits
  /** The fields of `error`, in the order they were told. */
  wrong: string[]
  problem: string | undefined
  conflicts: readonly Conflict[]
  /** `mine`: what was typed stays, and will be saved over theirs. */
  settle(conflict: Conflict, choice: 'mine' | 'theirs'): void
  saving: boolean
  save(): Promise<void>
  discard(): void
  /** The shop shows it in another tab as it would be, in this language. */
  preview(language: string): Promise<void>
}

export interface Edited {
  /** As the server has it. */
  held(field: string): Value
  /** Typed otherwise, it is the same. */
  isSame?(field: string, held: Value, typed: Value): boolean
  /** By field and in words, what cannot be sent as it is. */
  check?(edits: Edits): Record<string, string>
  /** Saves all of it or nothing. */
  send(changes: SentChange[]): Promise<unknown>
  /** Answers where the shop shows it so. */
  preview(changes: SentChange[], language: string): Promise<{ path: string }>
  /** Somebody else has changed it: it is asked for anew. */
  refresh(): Promise<unknown>
  /** Whether it was saved or not: what lists show of it may be another. */
  tried?(): void
}

export const same = (a: Value, b: Value) => JSON.stringify(a) === JSON.stringify(b)

/** False: the browser opens none. */
function openTab(path: string): boolean {
  const tab = open(path, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}

const without = <T>(all: Readonly<Record<string, T>>, gone: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([field]) => !gone.includes(field)))

/** What is left to save: a field that was typed in while it was being saved is changed again, from what was saved. */
function typedSince(edits: Edits, saved: readonly SentChange[]): Edits {
  const left = Object.fromEntries(
    saved.flatMap(({ field, from, to }) => {
      // Without an edit it was put back.
      const now = edits[field]?.to ?? from
      return same(now, to) ? [] : [[field, { from: to, to: now }]]
    }),
  )
  return {
    ...without(
      edits,
      saved.map(({ field }) => field),
    ),
    ...left,
  }
}

/** What was typed and what is wrong with it. */
function useEdits({ held, isSame }: Edited) {
  const [edits, setEdits] = useState<Edits>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  useLeaving(() => Object.keys(edits).length > 0)

  function set(field: string, to: Value) {
    setErrors((all) => without(all, [field]))
    setEdits((all) => {
      const from = all[field]?.from ?? held(field)
      const isBack = same(from, to) || isSame?.(field, from, to)
      return isBack ? without(all, [field]) : { ...all, [field]: { from, to } }
    })
  }
  return { edits, setEdits, errors, setErrors, set }
}

export function useEditing(of: Edited): Editing {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const { edits, setEdits, errors, setErrors, set } = useEdits(of)
  const [problem, setProblem] = useState<string>()
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const [saving, setSaving] = useState(false)

  /** Answers whether it was saved. */
  async function send(): Promise<boolean> {
    const sent = Object.entries(edits).map(([field, edit]) => ({ field, ...edit }))
    if (sent.length === 0) return true
    try {
      await of.send(sent)
      setEdits((all) => typedSince(all, sent))
      return true
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      await refuse(error)
      return false
    }
  }

  async function refuse(error: CallRefused) {
    const found = (error.data as { conflicts?: Conflict[] } | undefined)?.conflicts
    if (found) {
      setConflicts(found)
      await of.refresh()
      return
    }
    const said = Object.entries(error.byField()).map(([field, message]) => [field, sayRefusal(t, { message })])
    setErrors(Object.fromEntries(said))
    setProblem(sayRefusal(t, error))
  }

  /** False: it cannot be sent as it is. */
  function checked(): boolean {
    const found = of.check?.(edits) ?? {}
    setProblem(undefined)
    setErrors(found)
    return Object.keys(found).length === 0
  }

  async function preview(language: string) {
    if (!checked()) return
    try {
      const changes = Object.entries(edits).map(([field, edit]) => ({ field, ...edit }))
      const { path } = await of.preview(changes, language)
      // Who signed in meanwhile, or waited long, has pressed too long ago for some browsers: he presses once more.
      if (!openTab(path)) {
        const action = { label: t('preview.open'), onPress: () => void openTab(path) }
        toast({ message: t('preview.ready'), tone: 'good', action })
      }
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (Object.keys(edits).length > 0) await refuse(error)
      else toast({ message: sayRefusal(t, error), tone: 'bad' })
    }
  }

  async function save() {
    if (!checked()) return
    setSaving(true)
    try {
      if (!(await send())) return
      toast({ message: t('catalogue.saved'), tone: 'good' })
    } finally {
      setSaving(false)
      of.tried?.()
      void queries.invalidateQueries({ queryKey: ['history'] })
    }
  }

  return {
    ...{ edits, problem, conflicts, saving, save, set, preview },
    value: (field) => edits[field]?.to ?? of.held(field),
    error: (field) => errors[field],
    wrong: Object.keys(errors),
    settle({ field, theirs }, choice) {
      setConflicts((all) => all.filter((one) => one.field !== field))
      setEdits(({ [field]: mine, ...others }) =>
        choice === 'mine' && mine ? { ...others, [field]: { from: theirs, to: mine.to } } : others,
      )
    },
    discard() {
      setEdits({})
      setErrors({})
      setProblem(undefined)
      setConflicts([])
    },
  }
}
