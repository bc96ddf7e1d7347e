// The link of every component: a plain <a> that the router follows without loading the page anew.
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { LinkProps } from '#ui/link.tsx'

/** These are answered by the server itself, not by a page. */
const NOT_A_PAGE = /^\/(prod-api|sandbox|media|assets)(\/|$)/

/** A hand that only passes over a shelf asks for nothing. Milliseconds. */
const INTENT = 60

let resting: ReturnType<typeof setTimeout> | undefined

export function RouterLink({ href, onClick, onMouseEnter, onMouseLeave, onFocus, onTouchStart, ...rest }: LinkProps) {
  const router = useRouter()
  if (!isPage(href)) {
    return <a {...{ href, onClick, onMouseEnter, onMouseLeave, onFocus, onTouchStart }} {...rest} />
  }

  const preload = () => void router.preloadRoute({ href } as never).catch(() => undefined)
  const approach = () => {
    clearTimeout(resting)
    resting = setTimeout(preload, INTENT)
  }

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || rest.target || rest.download !== undefined) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const viewTransition = carryCover(event.currentTarget)
    void router.navigate({ href, viewTransition })
  }

  return (
    <a
      href={href}
      {...rest}
      onClick={follow}
      onMouseEnter={(event) => {
        onMouseEnter?.(event)
        approach()
      }}
      onMouseLeave={(event) => {
        onMouseLeave?.(event)
        clearTimeout(resting)
      }}
      onFocus={(event) => {
        onFocus?.(event)
        approach()
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event)
        preload()
      }}
    />
  )
}

/** An address of the shop itself. */
export function isPage(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//') && !NOT_A_PAGE.test(href)
}

/**
 * A card's cover (data-cover) becomes the product page's cover, which has the view transition name `cover` there.
 * False: nothing to carry, or less motion is wanted.
 */
function carryCover(link: HTMLElement): boolean {
  const cover = link.closest('article')?.querySelector<HTMLElement>('[data-cover]')
  if (!cover || !document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) return false
  for (const other of document.querySelectorAll<HTMLElement>('[data-cover]')) other.style.viewTransitionName = ''
  cover.style.viewTransitionName = 'cover'
  return true
}
