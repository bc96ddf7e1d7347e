// The shop's mark as pictures: favicons, app icons, the corner of shared pictures.
import { readFileSync } from 'node:fs'

const ICON = readFileSync(new URL('../../art/icon.svg', import.meta.url), 'utf8')
const [TILE, KEY] = ['#161a26', '#fff']

/** The mark as it stands in the header: dark tile, light key. */
export const markSvg = ICON

/** For dark grounds: light tile, dark key. */
export const lightMarkSvg = ICON.replace(`"${KEY}"`, '"#12141d"').replace(`"${TILE}"`, '"#ffffff"')

/** The tile without its corners, the key within the middle 80 %: systems cut icons to their own shape (W3C manifest, maskable). */
export const maskableSvg = ICON.replace(/<rect [^>]*\/>/, `<rect width="32" height="32" fill="${TILE}"/>`).replace(
  '<g ',
  '<g transform="translate(16 16) scale(0.82) translate(-16 -16)" ',
)
