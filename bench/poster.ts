// A drawn cover: its SVG, against turning that into the picture which is sent.
import { POSTER_GENRES } from '../src/art/genre.ts'
import { posterSvg } from '../src/art/poster.ts'
import { renderPoster } from '../src/art/render.ts'

const POSTERS = 60

/** Milliseconds of each, the middle one of 60 that differ. */
export async function measurePosters(): Promise<{ drawnMs: number; renderedMs: number }> {
  const [drawn, rendered]: [number[], number[]] = [[], []]
  for (let n = 0; n < POSTERS; n++) {
    const genre = POSTER_GENRES[n % POSTER_GENRES.length]!
    const began = performance.now()
    const svg = posterSvg({ kind: 'game', title: `Kingdoms of the Northern Sea ${n}`, genre, seed: String(n) })
    const between = performance.now()
    await renderPoster(svg, { width: 360, format: 'avif' })
    drawn.push(between - began)
    rendered.push(performance.now() - between)
  }
  return { drawnMs: median(drawn), renderedMs: median(rendered) }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
