import { chooseLocale, type Offered } from '#platform/i18n/locales.ts'
import { ICONS } from './icons.ts'
import { homeWords } from './page-words.ts'
import { THEME_COLOURS } from './ui/theme-colours.ts'

/** GET /manifest.webmanifest?lang={code}: the shop as an app on a home screen (W3C Web Application Manifest). */
export function createManifest({ shopName, languages }: { shopName: () => string; languages: () => Offered }) {
  return async function respond(request: Request): Promise<Response | undefined> {
    const url = new URL(request.url)
    if (url.pathname !== '/manifest.webmanifest') return undefined
    const offered = languages()
    const locale = chooseLocale({ lang: url.searchParams.get('lang') }, offered)
    const { heading, description } = homeWords(locale.code)
    const manifest = {
      // The same app in every language.
      id: '/',
      name: `${shopName()}: ${heading}`,
      short_name: shopName(),
      description,
      lang: locale.tag,
      dir: locale.dir,
      start_url: locale === offered.first ? '/' : `/?lang=${locale.code}`,
      scope: '/',
      display: 'standalone',
      theme_color: THEME_COLOURS.light,
      background_color: THEME_COLOURS.light,
      categories: ['shopping', 'games'],
      icons: ICONS.filter(({ purpose }) => purpose).map(({ name, size, purpose }) => ({
        src: `/media/icons/${name}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    }
    return new Response(JSON.stringify(manifest), {
      headers: { 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'public, max-age=86400' },
    })
  }
}
