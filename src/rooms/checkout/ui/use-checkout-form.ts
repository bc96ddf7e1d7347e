// What the shopper fills in, checked by the schemas that the server checks it with, and kept in this tab: the address for
// the next order too, the note until this one is made.
import { type FormEvent, useEffect, useState } from 'react'
import { saysMember } from '#browser/member-mark.ts'
import { onceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import type { CheckoutValues } from '#rooms/orders/forms.ts'
import { NOTE_LENGTH } from '#rooms/orders/limits.ts'
import { readDraft, writeDraft } from '#rooms/orders/ui/checkout-draft.ts'
import { useForm } from '#ui/use-form.ts'
import { fetchSending } from './use-order-submit.ts'

type CheckoutFormOptions = {
  waiver: boolean
  send: (values: CheckoutValues) => Promise<void>
  unreachable: () => void
}

export function useCheckoutForm(options: CheckoutFormOptions) {
  const t = useWords()
  const [noteLength, setNoteLength] = useState(0)
  const form = useForm({
    schema: async () => {
      const [{ checkoutForm }] = await Promise.all([import('#rooms/orders/forms.ts'), fetchSending()])
      return checkoutForm(options.waiver)
    },
    say: (message) => t(t.knows(message) ? message : 'error.unexpected', { limit: NOTE_LENGTH }),
    send: options.send,
    unreachable: options.unreachable,
  })
  const { ref } = form.props

  useEffect(() => {
    if (!ref.current) return
    const draft = readDraft()
    for (const control of kept(ref.current)) {
      // What was typed before the page came alive is newer.
      if (control.value === '') control.value = draft[control.name] ?? ''
    }
    setNoteLength(keep(ref.current))
    void fillMembersAddress(ref.current)
  }, [ref])

  return {
    field: form.field,
    refuse: form.refuse,
    /** As if Pay had been pressed. */
    submit: () => ref.current?.requestSubmit(),
    props: { ...form.props, onInput: (event: FormEvent<HTMLFormElement>) => setNoteLength(keep(event.currentTarget)) },
    noteLength,
  }
}

/** A member's keys go to his own address, unless he types another. Nobody typed it: whoever comes to this tab next has his own. */
async function fillMembersAddress(form: HTMLFormElement) {
  const [email] = kept(form)
  if (email.value !== '' || !saysMember()) return
  // Without it he types it himself.
  const who = await onceOnline(() => import('#rooms/members/ui/member-store.ts'))
    .then((store) => store.whoIsThere())
    .catch(() => undefined)
  if (who?.state !== 'member' || email.value !== '') return
  email.value = who.user.uemail
  email.dataset.filled = email.value
}

/** Writes the draft and answers the note's length. */
function keep(form: HTMLFormElement): number {
  const [email, note] = kept(form)
  writeDraft({ email: email.value === email.dataset.filled ? undefined : email.value, note: note.value })
  return note.value.length
}

type Control = (HTMLInputElement | HTMLTextAreaElement) & { name: 'email' | 'note' }

const kept = (form: HTMLFormElement) =>
  (['email', 'note'] as const).map((name) => form.elements.namedItem(name)) as [Control, Control]
