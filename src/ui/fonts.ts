import centralEurope from '../../.cache/fonts/inter-central-europe.woff2?url'
import cyrillic from '../../.cache/fonts/inter-cyrillic.woff2?url'
import latin from '../../.cache/fonts/inter-latin.woff2?url'

/** Languages with faces of their own, see base.css. */
const OTHERS_FACES = /^(zh|ja|ko|ar)/

/** Languages with letters of the second Latin face. */
const CENTRAL_EUROPE = /^(cs|hu|pl|ro|tr)/

/** The faces that the first lines of a page in this language (BCP 47) are set in, for `<link rel="preload" as="font" crossorigin>`. */
export function preloadedFonts(tag: string): string[] {
  if (OTHERS_FACES.test(tag)) return []
  if (tag.startsWith('ru')) return [cyrillic, latin]
  return CENTRAL_EUROPE.test(tag) ? [latin, centralEurope] : [latin]
}
