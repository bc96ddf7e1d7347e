import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cx } from './class-names.ts'
import { tabAfter } from './tab-keys.ts'

export type Tab = {
  /** Also the address of its panel: `#id`. */
  id: string
  label: string
  count?: number
  content: ReactNode
}

/**
 * Without JavaScript: links to sections, of which CSS shows the one in the address (layers.css). With it: ARIA tabs,
 * where the arrows move. All panels are in the HTML, and the same one is shown before and after.
 */
export function Tabs({ label, tabs, className }: { label: string; tabs: readonly Tab[]; className?: string }) {
  const list = useRef<HTMLElement>(null)
  const { active, setActive, scripted } = useLinkedTab(tabs.map((tab) => tab.id).join(' '), list)
  const shown = tabs.some((tab) => tab.id === active) ? active : tabs[0]?.id

  function move(event: KeyboardEvent) {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const at = tabs.findIndex((tab) => tab.id === shown)
    const to = tabAfter(event.key, at, tabs.length, rtl)
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    setActive(next.id)
    const element = list.current?.querySelector<HTMLElement>(`[href="#${CSS.escape(next.id)}"]`)
    element?.focus()
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  return (
    <div className={className}>
      <nav
        ref={list}
        role={scripted ? 'tablist' : undefined}
        aria-label={label}
        className="scrollbar-none relative scroll-mt-[calc(var(--header-height,0px)+1rem)] -mx-1 flex gap-4 overflow-x-auto shadow-[inset_0_-1px_0_var(--color-line)]"
        onKeyDown={scripted ? move : undefined}
      >
        {tabs.map((tab) => {
          const chosen = tab.id === shown
          return (
            <a
              key={tab.id}
              id={`${tab.id}-tab`}
              href={`#${tab.id}`}
              {...(scripted && {
                role: 'tab',
                'aria-selected': chosen,
                'aria-controls': tab.id,
                tabIndex: chosen ? 0 : -1,
              })}
              className={cx(
                'flex min-h-11 shrink-0 items-center gap-1.5 border-b-2 px-1 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
                chosen
                  ? 'border-ink text-ink'
                  : 'border-transparent text-muted hover:text-ink forced-colors:border-[Canvas]',
              )}
              onClick={(event) => {
                event.preventDefault()
                setActive(tab.id)
              }}
            >
              {tab.label}
              {tab.count !== undefined && <span className="figures text-sm font-normal text-muted">{tab.count}</span>}
            </a>
          )
        })}
      </nav>
      <div className="tab-panels" data-scripted={scripted || undefined}>
        {tabs.map((tab) => (
          <section
            key={tab.id}
            id={tab.id}
            role={scripted ? 'tabpanel' : undefined}
            aria-labelledby={`${tab.id}-tab`}
            data-shown={(scripted && tab.id === shown) || undefined}
            className="scroll-mt-[calc(var(--header-height,0px)+4rem)] pt-6"
          >
            {tab.content}
          </section>
        ))}
      </div>
    </div>
  )
}

/** The tab that the address or a link of the page names. `ids`: of all tabs, with spaces between them. */
function useLinkedTab(ids: string, list: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState(ids.split(' ')[0])
  const [scripted, setScripted] = useState(false)

  useEffect(() => {
    const tabOf = (id: string) => list.current?.querySelector<HTMLElement>(`[href="#${CSS.escape(id)}"]`)
    function fromAddress() {
      const wanted = decodeURIComponent(location.hash.slice(1))
      if (!wanted || !ids.split(' ').includes(wanted)) return
      setActive(wanted)
      if (list.current) revealIn(list.current, tabOf(wanted))
    }
    // A link elsewhere on the page, also to the panel that the address names already.
    function fromLink(event: globalThis.MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null
      const wanted = link?.hash.slice(1) ?? ''
      if (!link || list.current?.contains(link) || !ids.split(' ').includes(wanted)) return
      event.preventDefault()
      flushSync(() => setActive(wanted))
      list.current?.scrollIntoView({ block: 'start' })
      tabOf(wanted)?.focus({ preventScroll: true })
    }
    fromAddress()
    setScripted(true)
    addEventListener('hashchange', fromAddress)
    addEventListener('click', fromLink)
    return () => {
      removeEventListener('hashchange', fromAddress)
      removeEventListener('click', fromLink)
    }
  }, [ids, list])

  return { active, setActive, scripted }
}

/** Along the strip alone: whoever has scrolled down the page meanwhile stays there. */
function revealIn(strip: HTMLElement, tab: HTMLElement | null | undefined) {
  if (!tab) return
  const [seen, wanted] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (wanted.left < seen.left) strip.scrollLeft += wanted.left - seen.left
  else if (wanted.right > seen.right) strip.scrollLeft += wanted.right - seen.right
}
