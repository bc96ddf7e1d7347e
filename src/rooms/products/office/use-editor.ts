// Editing a product: what was typed, what is wrong with it, saving it, and what somebody else did meanwhile.
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { toast } from '#ui/toast.ts'
import { type Conflict, type Edits, heldIn, isPrice, type Product, readPrice, same, type Value } from './edits.ts'

export interface Editor {
  product: Product
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
}

const without = <T>(all: Readonly<Record<string, T>>, gone: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([field]) => !gone.includes(field)))

/** What was typed and what is wrong with it. */
function useEdits(product: Product) {
  const t = useOfficeWords()
  const [edits, setEdits] = useState<Edits>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const isDirty = Object.keys(edits).length > 0
  useBlocker({
    // Another language of the same product loses nothing.
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !confirm(t('catalogue.leave')),
    enableBeforeUnload: () => isDirty,
  })

  function set(field: string, to: Value) {
    setErrors((all) => without(all, [field]))
    setEdits((all) => {
      const from = all[field]?.from ?? heldIn(product, field)
      const isBack = same(from, to) || (isPrice(field) && readPrice(to) === from)
      return isBack ? without(all, [field]) : { ...all, [field]: { from, to } }
    })
  }
  return { edits, setEdits, errors, setErrors, set }
}

export function useEditor(product: Product): Editor {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const { edits, setEdits, errors, setErrors, set } = useEdits(product)
  const [problem, setProblem] = useState<string>()
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const [saving, setSaving] = useState(false)
  const fields = Object.keys(edits)

  /** Answers whether it was saved. */
  async function send(own: readonly string[], call: (changes: SentChange[]) => Promise<Product>): Promise<boolean> {
    if (own.length === 0) return true
    try {
      const saved = await call(
        own.map((field) => {
          const { from, to } = edits[field]!
          return { field, from, to: isPrice(field) ? readPrice(to)! : to }
        }),
      )
      queries.setQueryData(['product', product.id], saved)
      setEdits((all) => without(all, own))
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
      await queries.invalidateQueries({ queryKey: ['product', product.id] })
      return
    }
    const said = Object.entries(error.byField()).map(([field, message]) => [field, sayRefusal(t, { message })])
    setErrors(Object.fromEntries(said))
    setProblem(sayRefusal(t, error))
  }

  async function save() {
    const noPrices = fields.filter((field) => isPrice(field) && readPrice(edits[field]!.to) === undefined)
    setProblem(undefined)
    setErrors(Object.fromEntries(noPrices.map((field) => [field, t('catalogue.priceShape')])))
    if (noPrices.length > 0) return
    setSaving(true)
    try {
      const isSaved = await sendAll(product.id, fields, send)
      if (isSaved) toast({ message: t('catalogue.saved'), tone: 'good' })
      void queries.invalidateQueries({ queryKey: ['products'] })
    } finally {
      setSaving(false)
    }
  }

  return {
    ...{ product, edits, problem, conflicts, saving, save, set },
    value: (field) => edits[field]?.to ?? heldIn(product, field),
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

type Send = (own: readonly string[], call: (changes: SentChange[]) => Promise<Product>) => Promise<boolean>

/** What it is, then what it costs, for which another permission is needed. */
async function sendAll(id: number, fields: readonly string[], send: Send): Promise<boolean> {
  const params = { id }
  const isSaved = await send(
    fields.filter((field) => !isPrice(field)),
    (changes) => actCall('POST /office/products/{id}', { params, body: { changes } }),
  )
  if (!isSaved) return false
  return send(fields.filter(isPrice), (changes) =>
    actCall('POST /office/products/{id}/prices', { params, body: { changes: changes as SentPrice[] } }),
  )
}

interface SentChange {
  field: string
  from: Value
  to: Value
}
interface SentPrice {
  field: string
  from: number
  to: number
}
