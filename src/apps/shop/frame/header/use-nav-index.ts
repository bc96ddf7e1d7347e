import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { keepNavIndex } from '#rooms/money/ui/preferences.ts'
import type { NavigationCategory } from '#rooms/products/contract.ts'

const root = getRouteApi('__root__')

/** Keeps where in the category navigation one is, in the cookie that the specification names (§4). */
export function useNavIndex(): void {
  const { navigation } = root.useLoaderData()
  const category = useLocation({ select: ({ pathname }) => pathname.split('/', 2)[1] })
  useEffect(() => {
    keepNavIndex(navigation.findIndex((entry) => holds(entry, category)) + 1)
  }, [navigation, category])
}

function holds({ urlName, children }: NavigationCategory, slug: string | undefined): boolean {
  return urlName === slug || children.some((child) => child.urlName === slug)
}
