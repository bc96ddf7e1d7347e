import { type ComponentProps, type ComponentType, createContext, use } from 'react'

export type LinkProps = ComponentProps<'a'> & { href: string }

const LinkContext = createContext<ComponentType<LinkProps> | 'a'>('a')

/** The app gives its router's link once, at the root; everything in here then navigates without a reload. */
export const LinkProvider = LinkContext

/** A real `<a href>`, through the app's router where there is one. */
export function UiLink(props: LinkProps) {
  const Link = use(LinkContext)
  return <Link {...props} />
}
