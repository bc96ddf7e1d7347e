// What a list is narrowed to, and the parts of a place, as links: the address is the only state.
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

const LOOK =
  'inline-flex min-h-8 items-center gap-1.5 rounded-control px-2.5 text-sm text-muted hover:bg-tint hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink'
/** The router says it of every link that leads to where one is: of one that leads to the same part with less it must not. */
const SAME_ADDRESS = { exact: true }

export interface Choice {
  /** Among the others. */
  key: string
  label: string
  isChosen: boolean
  link: LinkProps
  /** Behind the label, such as how many there are. */
  end?: ReactNode
}

export function Choices({ label, choices }: { label: string; choices: readonly Choice[] }) {
  return (
    // On a phone they are moved sideways, within themselves.
    <nav aria-label={label} className="-mx-4 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
      <ul className="flex w-max gap-1 py-1">
        {choices.map(({ key, label, isChosen, link, end }) => (
          <li key={key}>
            <Link {...link} activeOptions={SAME_ADDRESS} aria-current={isChosen ? 'page' : undefined} className={LOOK}>
              {label}
              {end}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
