// One form, checked by the same schema as the server's call. The fields keep their own text (so what was typed before the
// page came alive, or before an error, stays); a field is checked when it is left, from then on while typing, and all
// are checked before sending. Ours, because the form libraries weigh 13 kB compressed and more; and what checks is fetched
// when somebody comes to the form, 9 kB that a first visit need not wait for (docs/decisions/009).
import { type ChangeEvent, type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { emptied, FieldErrors } from './form-check.ts'
import { readTyped, writeTyped } from './typed-here.ts'

interface FormOptions<S extends z.ZodMiniType> {
  /** Fetches the rules: `() => import('./forms.ts').then((forms) => forms.ReviewForm)`. */
  schema: () => Promise<S>
  /** What a schema's message or the server's says to a person. */
  say: (message: string) => string
  /** Called with values that the schema accepts. What it throws is the caller's: catch it there. */
  send: (values: z.output<S>) => Promise<void>
  /** Says that nothing was sent, because what checks it could not be fetched. */
  unreachable: () => void
  /** Keeps what was typed in this tab under this name until it was sent: a reload loses nothing. */
  draft?: string
}

export interface FormField {
  name: string
  error: string | undefined
  onBlur(event: FocusEvent<FormControl>): void
  onChange(event: ChangeEvent<FormControl>): void
}

type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function useForm<S extends z.ZodMiniType>({ schema, say, send, unreachable, draft }: FormOptions<S>) {
  const element = useRef<HTMLFormElement>(null)
  const touched = useRef(new Set<string>())
  const underWay = useRef(false)
  /** What the fields said when they were sent. */
  const sent = useRef<Record<string, string>>({})
  const empty = useRef<typeof emptied>(undefined)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [sending, setSending] = useState(false)

  useEffect(() => {
    if (!draft || !element.current) return
    fill(element.current, keptDraft(draft))
    // With what was typed before the page was alive; what nobody typed is no draft.
    if (isTyped(element.current)) writeDraft(draft, valuesOf(element.current))
  }, [draft])

  /** Undefined: what checks cannot be fetched, for now. It is asked for again at the next occasion. */
  async function check() {
    const code = await codeOf(schema, empty.current !== undefined).catch(() => undefined)
    empty.current ??= code?.emptied
    return code?.checked(code.rules, valuesOf(element.current))
  }

  /** Shows errors that only the server could know, and leads to the first of them. */
  function refuse(found: FieldErrors) {
    for (const name of Object.keys(found)) touched.current.add(name)
    setErrors(found)
    focusFirst(element.current, found)
  }

  async function showTouched() {
    let outcome: Awaited<ReturnType<typeof check>>
    // What checks may have to be fetched first, and something can be pressed meanwhile.
    do {
      await released()
      outcome = await check()
    } while (isPressing())
    if (outcome)
      setErrors(Object.fromEntries(Object.entries(outcome.errors).filter(([name]) => touched.current.has(name))))
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (underWay.current) return
    underWay.current = true
    try {
      const outcome = await check()
      if (!outcome) return unreachable()
      const { errors: found, values } = outcome
      if (values === undefined) return refuse(found)
      setErrors({})
      sent.current = valuesOf(element.current)
      setSending(true)
      await send(values)
    } finally {
      underWay.current = false
      setSending(false)
    }
  }

  return {
    /** For `<form {...form.props}>`. `post`, so that a form sent before the page is alive leaves nothing in the address. */
    props: { ref: element, onSubmit, onFocus: () => void check(), method: 'post' as const, noValidate: true },
    /** For a field: `<TextField {...form.field('email')} label=… />`. */
    field: (name: keyof z.input<S> & string): FormField => ({
      name,
      error: errors[name] === undefined ? undefined : say(errors[name]),
      onBlur: (event) => {
        // Passing through an empty field is no answer yet.
        if (isFilled(event.target)) touched.current.add(name)
        void showTouched()
      },
      onChange: () => {
        if (draft) writeDraft(draft, valuesOf(element.current))
        if (touched.current.has(name)) void showTouched()
      },
    }),
    sending,
    refuse,
    /** Forgets the draft and leaves the fields as they are: what they say was saved. */
    forget() {
      touched.current.clear()
      if (draft) writeDraft(draft, {})
    },
    /** Empties the fields and forgets the draft: it was sent. What was typed since then stays. */
    clear() {
      const typed = (element.current && empty.current?.(element.current, sent.current)) || {}
      touched.current.clear()
      setErrors({})
      if (draft) writeDraft(draft, typed)
    },
  }
}

/** The rules, with what checks and empties fields by them. */
async function codeOf<S>(schema: () => Promise<S>, isHere: boolean) {
  if (!isHere && !navigator.onLine) await reachable()
  const [rules, check] = await Promise.all([schema(), import('./form-check.ts')])
  return { rules, ...check }
}

/**
 * Code that is asked for without a connection fails, and Chromium before 156 never asks again for a module that failed. A shop on
 * this machine is there without any.
 */
const reachable = () => fetch('/healthz', { method: 'HEAD' })

/**
 * Waits while something is being pressed. An error that comes when a field is left makes the form longer, and the button
 * that was pressed to leave it would be gone from under the pointer before it is let go: no click, nothing sent.
 */
async function released(): Promise<void> {
  if (!isPressing()) return
  // The click follows in the same turn.
  await new Promise((resolve) => addEventListener('pointerup', () => setTimeout(resolve), { once: true }))
}

const isPressing = () => document.documentElement.matches(':active')

function valuesOf(form: HTMLFormElement | null): Record<string, string> {
  const values: Record<string, string> = {}
  if (form) for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value
  return values
}

const isTyped = (form: HTMLFormElement) =>
  [...form.elements].some(
    (control) => 'defaultValue' in control && control.defaultValue !== (control as FormControl).value,
  )

function isFilled(control: FormControl): boolean {
  return control instanceof HTMLInputElement && control.type === 'checkbox' ? control.checked : control.value !== ''
}

function focusFirst(form: HTMLFormElement | null, errors: FieldErrors) {
  for (const control of form?.elements ?? []) {
    if (control instanceof HTMLElement && errors[(control as FormControl).name] !== undefined) return control.focus()
  }
}

function fill(form: HTMLFormElement, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name)
    const isText =
      control instanceof HTMLTextAreaElement ||
      (control instanceof HTMLInputElement && !/^(checkbox|radio|hidden)$/.test(control.type))
    if (isText && control.value === '') control.value = value
    if (control instanceof HTMLSelectElement && !control.value) control.value = value
    if (control instanceof RadioNodeList) control.value = value
  }
}

/** What was typed under this name and not sent yet; for forms whose fields begin with something. */
export const keptDraft = (name: string) => (readTyped(`draft:${name}`) ?? {}) as Record<string, string>

const writeDraft = (name: string, values: Record<string, string>) =>
  writeTyped(`draft:${name}`, Object.values(values).some(Boolean) ? values : undefined)
