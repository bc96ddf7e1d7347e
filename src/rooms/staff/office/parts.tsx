// Between the parts of one place of the office: each has an address of its own.
import { type LinkProps, useLocation } from '@tanstack/react-router'
import { Choices } from './choices.tsx'
import { type OfficeKey, useOfficeWords } from './words.ts'

export interface Part {
  to: LinkProps['to'] & string
  label: OfficeKey
}

export function Parts({ of, parts, className }: { of: OfficeKey; parts: readonly Part[]; className: string }) {
  const t = useOfficeWords()
  const { pathname } = useLocation()
  return (
    <div className={`border-b border-line pb-1 ${className}`}>
      <Choices
        label={t(of)}
        choices={parts.map(({ to, label }) => ({
          key: to,
          label: t(label),
          isChosen: pathname.endsWith(to),
          link: { to },
        }))}
      />
    </div>
  )
}
