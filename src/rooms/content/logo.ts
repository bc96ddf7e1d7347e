// The shop's logo as pages show it: uploaded, with another one for dark grounds, or none, and then the mark is drawn.
import type { LogoFile, SiteFacts } from '#platform/request-scope.ts'
import { type Picture, uploadedHash } from '#rooms/pictures/hands.ts'
import type { LogoPlace, LogoRow } from './logo-store.ts'

/** Under which numbers they stand, `/media/logo/…`. */
const PLACES: readonly LogoPlace[] = ['light', 'dark']

/** For names of two lines and for long words; what is wider or higher is no logo of a header. */
export const LOGO_RATIO = { least: 0.5, most: 8 } as const

const pathOf = ({ place, pictureId }: LogoRow) =>
  `/media/logo/${PLACES.indexOf(place) + 1}-${uploadedHash(pictureId)}/640.webp`

export function logoFacts(rows: readonly LogoRow[]): SiteFacts['logo'] {
  const fileIn = (place: LogoPlace): LogoFile | undefined => {
    const row = rows.find((one) => one.place === place)
    return row && { src: pathOf(row), width: row.width, height: row.height }
  }
  const light = fileIn('light')
  return light && { light, dark: fileIn('dark') }
}

export function logoPicture(rows: readonly LogoRow[], id: number): Picture | undefined {
  const row = rows.find(({ place }) => place === PLACES[id - 1])
  return row && { path: pathOf(row), upload: row.pictureId }
}

/** Square enough for the small pictures of tabs and home screens: within a tenth. */
export const isSquare = ({ width, height }: Pick<LogoRow, 'width' | 'height'>) =>
  Math.abs(width - height) <= Math.max(width, height) / 10
