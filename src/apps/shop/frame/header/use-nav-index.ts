import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readCookie, writeCookie } from '#platform/http/cookies.ts'
import type { NavigationCategory } from '#rooms/products/wire.ts'

const root = getRouteApi('__root__')

/** Keeps where in the category navigation one is, in the cookie that the specification names (§4). */
export function useNavIndex(): void {
  const { navigation } = root.useLoaderData()
  const category = useLocation({ select: ({ pathname }) => pathname.split('/', 2)[1] })
  useEffect(() => {
    keepNavIndex(navigation.findIndex((entry) => holds(entry, category)) + 1)
  }, [navigation, category])
}

function holds({ slug, children }: NavigationCategory, wanted: string | undefined): boolean {
  return slug === wanted || children.some((child) => child.slug === wanted)
}

/** From 1 on, 0, which is not written down, for none. Goes with the browser's session: it says where one is, not who. */
function keepNavIndex(index: number): void {
  const kept = Number(readCookie(document.cookie, 'navIndex') ?? 0)
  if (index !== kept) writeCookie('navIndex', String(index))
}
