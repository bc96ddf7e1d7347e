import { type ComponentProps, useEffect } from 'react'

/** The id of the part of a page that is the page's own, below what stands above every page. */
export const CONTENT_ID = 'content'

const { promise, resolve } = Promise.withResolvers<void>()

/** In the browser: resolves when React has taken over the page that the server sent, down to its content. */
export const pageIsAlive = promise

/** The `<main>` of every page. React takes a page over in parts, the frame first; this tells when it has come to the content. */
export function PageMain(props: ComponentProps<'main'>) {
  useEffect(resolve, [])
  return <main {...props} />
}
