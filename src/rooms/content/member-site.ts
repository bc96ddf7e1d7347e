// Members may log in and register at another site (MEMBER_SITE_URL): whatever leads to these pages here leads there.
import type { Responder } from '#platform/room.ts'

/** Empty: here. Where this process is that site itself, nobody is sent on. */
export function otherMemberSite(configured: string | undefined, publicUrl: string | undefined): string {
  if (!configured || (publicUrl && new URL(configured).origin === new URL(publicUrl).origin)) return ''
  return configured.replace(/\/+$/, '')
}

export function memberSiteResponders(memberSite: string): Responder[] {
  if (memberSite === '') return []
  return ['/login', '/register'].map((path) => ({
    prefix: path,
    // A category may be called `login-cards`.
    whole: true,
    async answer(request) {
      const location = `${memberSite}${path}${new URL(request.url).search}`
      return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
    },
  }))
}
