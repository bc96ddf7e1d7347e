// What a list is narrowed to, as links: the address is the only state.
import { Link, type LinkProps } from '@tanstack/react-router'

export interface Choice {
  label: string
  isChosen: boolean
  link: LinkProps
}

export function Choices({ label, choices }: { label: string; choices: readonly Choice[] }) {
  return (
    <nav aria-label={label} className="mt-3">
      <ul className="flex flex-wrap gap-1">
        {choices.map(({ label, isChosen, link }) => (
          <li key={label}>
            <Link
              {...link}
              activeProps={{ 'aria-current': undefined }}
              aria-current={isChosen ? 'true' : undefined}
              className="inline-flex min-h-8 items-center rounded-control px-2.5 text-sm text-muted hover:bg-tint hover:text-ink data-chosen:bg-accent-soft data-chosen:font-medium data-chosen:text-accent-ink"
              data-chosen={isChosen || undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
