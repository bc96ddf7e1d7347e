// Where members log in and register at another site, whoever comes to these pages without asking the server goes on there.
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'

const root = getRouteApi('__root__')

export function useMemberSite(path: '/login' | '/register'): void {
  const { website } = root.useLoaderData()
  useEffect(() => {
    if (website.memberSite) location.replace(`${website.memberSite}${path}${location.search}`)
  }, [website.memberSite, path])
}
