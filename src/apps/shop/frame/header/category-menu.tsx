import { useLocation } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import type { NavigationCategory } from '#rooms/products/wire.ts'
import { cx } from '#ui/class-names.ts'
import { UiLink } from '#ui/link.tsx'

type CategoryMenuProps = { category: NavigationCategory; align: 'start' | 'end' }

/** The name is a link. Its children open under a pointer that rests on it, or by the button beside it (keyboard, finger). */
export function CategoryMenu({ category, align }: CategoryMenuProps) {
  const { name, slug, children } = category
  const t = useWords()
  const { pathname } = useLocation()
  const [pressed, setPressed] = useState(false)
  // After a link was followed, or Escape, the panel stays away until the pointer has left.
  const [dismissed, setDismissed] = useState(false)
  const panelId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const here = pathname === `/${slug}` || children.some((child) => pathname.startsWith(`/${child.slug}`))

  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    setDismissed(true)
    if (!pressed) return
    setPressed(false)
    button.current?.focus()
  }

  function left(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) setPressed(false)
  }

  function followed(event: MouseEvent) {
    if (!(event.target instanceof Element) || !event.target.closest('a[href]')) return
    setPressed(false)
    setDismissed(true)
  }

  return (
    <li
      className="group relative flex items-center"
      onKeyDown={press}
      onBlur={left}
      onClick={followed}
      onPointerLeave={() => setDismissed(false)}
    >
      <UiLink
        href={`/${slug}`}
        aria-current={pathname === `/${slug}` ? 'page' : undefined}
        className={cx(
          'flex min-h-11 items-center rounded-control ps-3 font-medium transition-colors group-hover:text-ink',
          children.length === 0 && 'pe-3',
          here ? 'text-ink' : 'text-muted',
        )}
      >
        {name}
      </UiLink>
      {children.length > 0 && (
        <>
          <button
            ref={button}
            type="button"
            aria-expanded={pressed}
            aria-controls={panelId}
            aria-label={t('shell.showChildren', { name })}
            className="touch-target me-1 grid size-7 place-items-center rounded-mark text-faint noscript:pointer-events-none"
            onClick={() => setPressed(!pressed)}
          >
            <ChevronDown
              size={16}
              aria-hidden="true"
              className={cx('transition-transform group-hover:text-ink', pressed && 'rotate-180')}
            />
          </button>
          <div
            id={panelId}
            className={cx(
              'absolute top-full z-20 opacity-0 transition-[opacity,visibility]',
              align === 'start' ? 'start-0' : 'end-0',
              // Opened by a key it is there at once, for the Tab that follows.
              pressed ? 'visible opacity-100' : 'invisible delay-100',
              !pressed && !dismissed && 'group-hover:visible group-hover:opacity-100',
            )}
          >
            <ul
              className={cx(
                'rounded-card border border-line bg-float p-2 shadow-float',
                children.length > 6 ? 'grid w-124 grid-cols-2' : 'w-64',
              )}
            >
              <li className={cx('mb-1 border-b border-line pb-1', children.length > 6 && 'col-span-2')}>
                <ChildLink href={`/${slug}`}>{t('shell.allOf', { name })}</ChildLink>
              </li>
              {children.map((child) => (
                <li key={child.id}>
                  <ChildLink href={`/${child.slug}`} level={child.level}>
                    {child.name}
                  </ChildLink>
                </li>
              ))}
            </ul>
          </div>
        </>
      )}
    </li>
  )
}

function ChildLink({ href, level = 2, children }: { href: string; level?: number; children: string }) {
  return (
    <UiLink
      href={href}
      className={cx(
        'flex min-h-9 items-center rounded-control px-3 py-1.5 transition-colors hover:bg-tint pointer-coarse:min-h-11',
        level > 2 && (level > 3 ? 'ps-9' : 'ps-6'),
      )}
    >
      {children}
    </UiLink>
  )
}
