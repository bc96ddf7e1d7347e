import cyrillic from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?url'
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/** Languages with faces of their own, see base.css. */
const OTHERS_FACES = /^(zh|ja|ko|ar)/

/**
 * The faces that the first lines of a page in this language (BCP 47) are set in, for
 * `<link rel="preload" as="font" crossorigin>`. The 85 kB with the other Latin letters are left to the browser: of a
 * Czech page they draw one letter in ten, and the first picture would come later.
 */
export function preloadedFonts(tag: string): string[] {
  if (OTHERS_FACES.test(tag)) return []
  return tag.startsWith('ru') ? [cyrillic, latin] : [latin]
}
