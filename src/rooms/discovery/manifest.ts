import { DEFAULT_LOCALE, findLocale } from '#platform/i18n/locales.ts'
import { ICONS } from './icons.ts'
import { homeWords } from './page-words.ts'
import { THEME_COLOURS } from './ui/theme-colours.ts'

/** GET /manifest.webmanifest?lang={code}: the shop as an app on a home screen (W3C Web Application Manifest). */
export function createManifest(shopName: () => string) {
  return async function respond(request: Request): Promise<Response | undefined> {
    const url = new URL(request.url)
    if (url.pathname !== '/manifest.webmanifest') return undefined
    const locale = findLocale(url.searchParams.get('lang')) ?? DEFAULT_LOCALE
    const { heading, description } = homeWords(locale.code)
    const manifest = {
      // The same app in every language.
      id: '/',
      name: `${shopName()}: ${heading}`,
      short_name: shopName(),
      description,
      lang: locale.tag,
      dir: locale.dir,
      start_url: locale === DEFAULT_LOCALE ? '/' : `/?lang=${locale.code}`,
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
