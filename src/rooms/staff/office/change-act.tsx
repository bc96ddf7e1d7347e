// An act that changes a thing by the field. Sent is what was touched, with what it was when the question was asked: what others do
// to the rest meanwhile stays. Where somebody else changed something, it is said below the field, and nothing is overwritten unseen.
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { FormField } from '#ui/use-form.ts'
import { Act } from './act.tsx'
import { useOfficeWords } from './words.ts'

/** By the field, as the server names it. */
export type Held = Readonly<Record<string, string | number>>

export interface Change {
  field: string
  from: string | number
  to: string | number
}

export type Wired = FormField & { defaultValue: string | number; hint: string | undefined }

/** For a field: `<TextField {...wire('name.de')} label=… />`. `say`: what it holds, in words. */
export type Wire = (name: string, more?: { hint?: string; say?: (value: string | number) => string }) => Wired

/** For a call that takes all of it, touched or not. */
export interface Whole {
  /** What was there when the question was asked, or after a refusal what was seen then, with the changes on top. */
  held: Held
  /** The word for what was there. */
  seen: string
  /** With what is no field of it. */
  typed: Readonly<Record<string, unknown>>
}

interface ChangeActProps<S extends z.ZodMiniType> {
  label: string
  explain: ReactNode
  /** What it holds now. */
  now: Held
  /** The server's word for `now`, where its call takes all of it. */
  seen?: string
  /** A loose object, for fields that it does not name. */
  schema: () => Promise<S>
  asksReason?: boolean
  fields: (wire: Wire) => ReactNode
  save: (changes: Change[], reason: string, whole: Whole) => Promise<unknown>
  done: string
  variant?: 'primary' | 'secondary'
  size?: 'sm' | 'md'
}

export function ChangeAct<S extends z.ZodMiniType>({
  now,
  seen = '',
  fields,
  save,
  asksReason = false,
  ...act
}: ChangeActProps<S>) {
  const begun = useRef(now)
  return (
    <Act
      {...act}
      asksReason={asksReason}
      seen={{ now, seen }}
      fields={(field) => (
        <Begun now={now} begun={begun} field={field as (name: string) => FormField}>
          {fields}
        </Begun>
      )}
      send={async (sent, asked) => {
        const typed = sent as Record<string, unknown>
        const changes = changesIn(begun.current, asked.now, typed)
        const held = { ...asked.now, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) }
        if (changes.length > 0) await save(changes, String(typed.reason ?? ''), { held, seen: asked.seen, typed })
      }}
    />
  )
}

/** `seen` is newer than `begun` where a refusal has shown what others did. */
function changesIn(begun: Held, seen: Held, typed: Record<string, unknown>): Change[] {
  return Object.entries(begun).flatMap(([field, was]) => {
    const value = typed[field] ?? was
    const to = typeof was === 'number' ? Number(value) : value === was ? was : String(value).trim()
    return to === was ? [] : [{ field, from: seen[field] ?? '', to }]
  })
}

interface BegunProps {
  now: Held
  begun: RefObject<Held>
  field: (name: string) => FormField
  children: (wire: Wire) => ReactNode
}

/** Is there as long as the question: what it held first is what fields begin with. */
function Begun({ now, begun, field, children }: BegunProps) {
  const t = useOfficeWords()
  const [first] = useState(now)
  begun.current = first
  return children((name, { hint, say = String } = {}) => {
    const [was, is] = [first[name] ?? '', now[name] ?? '']
    const changed = is === was ? undefined : t('shelves.isNow', { value: is === '' ? '–' : say(is) })
    return { ...field(name), defaultValue: was, hint: changed ?? hint }
  })
}
