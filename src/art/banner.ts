// Banner art: 21:9, no lettering (the page sets the localized text over it), calm on the side where the text stands.
import { light } from './colour.ts'
import { POSTER_GENRES, type PosterGenre, posterGenres } from './genre.ts'
import { MOTIFS } from './motifs.ts'
import { PALETTES, type Palette } from './palettes.ts'
import { type Chance, chance } from './random.ts'
import { gradients, type Motif, paint, rect } from './shapes.ts'

export const BANNER_WIDTH = 1680
export const BANNER_HEIGHT = 720

export interface BannerInput {
  genre: string
  seed: string
  /** For right-to-left pages: the art on the left, the calm side on the right. */
  mirrored?: boolean
}

/** SVG, 1680 × 720. The first 45 % of the width (the last, when mirrored) is calm; light text is readable on it. */
export function bannerSvg(input: BannerInput): string {
  const { palette, motif, luck } = choose(input)
  const art = motif({
    width: BANNER_WIDTH,
    height: BANNER_HEIGHT,
    x: BANNER_WIDTH * 0.745,
    y: BANNER_HEIGHT * 0.5,
    unit: BANNER_HEIGHT * 0.94,
    chance: luck,
    palette,
  })
  const stops = [1, 0.97, 0.8, 0.35, 0]
    .map((opacity, i) => `<stop offset="${i / 4}" stop-color="${palette.ground}" stop-opacity="${opacity}"/>`)
    .join('')
  const content =
    rect(0, 0, BANNER_WIDTH, BANNER_HEIGHT, paint('url(#g)')) +
    art +
    rect(0, 0, BANNER_WIDTH * 0.7, BANNER_HEIGHT, paint('url(#v)'))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${BANNER_WIDTH}" height="${BANNER_HEIGHT}" viewBox="0 0 ${BANNER_WIDTH} ${BANNER_HEIGHT}">` +
    `<defs>${gradients(palette)}<linearGradient id="g"><stop stop-color="${palette.ground}"/><stop offset="1" stop-color="${palette.deep}"/></linearGradient>` +
    `<linearGradient id="v" gradientUnits="userSpaceOnUse" x1="${BANNER_WIDTH * 0.36}" y1="0" x2="${BANNER_WIDTH * 0.7}" y2="0">${stops}</linearGradient></defs>` +
    `${input.mirrored ? `<g transform="translate(${BANNER_WIDTH} 0) scale(-1 1)">${content}</g>` : content}</svg>`
  )
}

function choose({ genre, seed }: BannerInput): { palette: Palette; motif: Motif; luck: Chance } {
  const luck = chance(seed)
  const known: PosterGenre = posterGenres(genre)[0] ?? luck.pick(POSTER_GENRES)
  const palette = luck.pick(PALETTES[known].filter(({ ink }) => light(ink)))
  return { palette, motif: luck.pick(MOTIFS[known]), luck }
}
