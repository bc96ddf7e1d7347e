import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { UiLink } from './link.tsx'

type MenuItemProps = { icon?: ReactNode; children: ReactNode; tone?: 'plain' | 'bad' } & (
  | { href: string; current?: boolean; onPress?: never; busy?: never }
  | { href?: never; current?: never; onPress: () => void; busy?: boolean }
)

/** Links and actions in a popover, or down the side of a page. */
export function MenuList({ children, className }: { children: ReactNode; className?: string }) {
  return <ul className={cx('flex min-w-48 flex-col gap-px p-1.5', className)}>{children}</ul>
}

export function MenuItem({ icon, children, tone = 'plain', href, current = false, onPress, busy }: MenuItemProps) {
  const look = cx(
    'flex min-h-9 w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-start transition-colors pointer-coarse:min-h-11',
    current ? 'bg-tint font-medium' : 'hover:bg-tint',
    tone === 'bad' && 'text-bad',
  )
  return (
    <li>
      {href === undefined ? (
        <button type="button" className={look} aria-busy={busy} onClick={onPress}>
          {icon}
          {children}
        </button>
      ) : (
        <UiLink href={href} className={look} aria-current={current ? 'page' : undefined}>
          {icon}
          {children}
        </UiLink>
      )}
    </li>
  )
}
