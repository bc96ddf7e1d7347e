// The English name of something new, and the address that is proposed for it.
import { useRef } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { LONGEST_SLUG } from '../rules.ts'

export function NameAndSlug({ field, longest }: { field: (name: 'name' | 'slug') => FormField; longest: number }) {
  const t = useOfficeWords()
  const slug = useRef<HTMLInputElement>(null)
  const proposed = useRef('')
  const name = field('name')
  /** Whoever has written an address of his own keeps it. */
  async function propose(typed: string) {
    if (!slug.current || slug.current.value !== proposed.current || typed.trim() === '') return
    const found = await officeCall('GET /office/slug', { query: { name: typed } }).catch(() => undefined)
    if (!found || !slug.current || slug.current.value !== proposed.current) return
    proposed.current = found.slug
    slug.current.value = found.slug
    // Somebody who is there already and types has an address of his own: it takes the place of what is proposed.
    if (document.activeElement === slug.current) slug.current.select()
  }
  return (
    <>
      <TextField
        {...name}
        label={t('catalogue.field.nameEnglish')}
        maxLength={longest}
        autoComplete="off"
        required
        onBlur={(event) => {
          name.onBlur(event)
          void propose(event.target.value)
        }}
      />
      <TextField
        {...field('slug')}
        ref={slug}
        label={t('catalogue.field.slug')}
        hint={t('catalogue.slugProposed')}
        maxLength={LONGEST_SLUG}
        autoComplete="off"
        spellCheck={false}
        required
      />
    </>
  )
}
