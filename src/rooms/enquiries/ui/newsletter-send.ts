// The newsletter form's rule and call.
import { call } from '#browser/calls.ts'
import { checked } from '#ui/form-check.ts'
import { NewsletterForm } from '../forms.ts'

/** The address as it will be kept; undefined: this is none. */
export function readEmail(text: string): string | undefined {
  return checked(NewsletterForm, { email: text }).values?.email
}

export async function subscribe(email: string): Promise<void> {
  await call('POST /api/bottom/subscription', { body: { email } })
}
