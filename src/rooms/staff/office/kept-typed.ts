// What was typed in a dialog that was closed and not sent: it is there again when the same one is opened anew on the same page.
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import type { Me } from '../office.ts'

type Values = Record<string, string>

interface Kept {
  /** Of what it was typed about. */
  seen: string | undefined
  /** What the fields said before anybody typed. */
  begun: Values
  now: Values
}

/** Lives as long as its page: nothing of it is stored. */
export type KeptTyped = Map<string, Kept>

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What is ticked is meant for that moment alone, and so is a secret. */
function controlsOf(form: HTMLFormElement | null): Control[] {
  return [...(form?.elements ?? [])].filter((control): control is Control => {
    if (control instanceof HTMLInputElement)
      return (
        !/^(password|checkbox|radio|hidden|file)$/.test(control.type) && !/password|code/.test(control.autocomplete)
      )
    return control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement
  })
}

const valuesOf = (form: HTMLFormElement | null): Values =>
  Object.fromEntries(controlsOf(form).map(({ name, value }) => [name, value]))

interface Options {
  kept: KeptTyped
  /** Which of all dialogs of the page. */
  as: string
  /** What there was to see when it was opened: of something else, nothing is there again. */
  seen: unknown
  form: RefObject<HTMLFormElement | null>
}

/** `keep` is called whenever something is typed. What another person has typed, before he signed out, is nobody else's. */
export function useKeptTyped({ kept, as, seen, form }: Options) {
  const own = `${useQueryClient().getQueryData<Me>(['me'])?.id} ${as}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when it is opened
  useEffect(() => {
    const begun = valuesOf(form.current)
    const before = kept.get(own)
    kept.set(own, { seen: JSON.stringify(seen), begun, now: begun })
    if (!before || before.seen !== JSON.stringify(seen)) return
    for (const control of controlsOf(form.current)) {
      const { name } = control
      const value = before.now[name]
      // Where it is not known what was seen, a field that says something else by now is another.
      const isSame = seen !== undefined || before.begun[name] === begun[name]
      if (value !== undefined && value !== before.begun[name] && isSame) type(control, value)
    }
  }, [])
  return {
    keep(of: unknown) {
      const begun = kept.get(own)?.begun ?? {}
      kept.set(own, { seen: JSON.stringify(of), begun, now: valuesOf(form.current) })
    },
    forget: () => void kept.delete(own),
  }
}

/** As if a person had: whatever follows what is typed follows it. */
function type(control: Control, value: string) {
  if (control instanceof HTMLSelectElement && ![...control.options].some((option) => option.value === value)) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  for (const event of ['input', 'change']) control.dispatchEvent(new Event(event, { bubbles: true }))
}
