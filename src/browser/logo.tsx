import { createIsomorphicFn } from '@tanstack/react-start'
import { renderToStaticMarkup } from 'react-dom/server'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { LogoDrawn } from './logo-drawn.tsx'

let read: string | undefined

/** The server's alone: a browser takes it from the page's header and needs no code for it. */
const drawn = createIsomorphicFn()
  .server((): string => renderToStaticMarkup(<LogoDrawn {...siteFacts()} />))
  .client((): string => {
    read ??= document.querySelector('[data-logo]')?.innerHTML ?? ''
    return read
  })

export function Logo() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React made it, of the shop's own facts
  return <span data-logo="" className="contents" dangerouslySetInnerHTML={{ __html: drawn() }} />
}
