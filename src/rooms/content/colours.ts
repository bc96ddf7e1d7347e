// The shop's colour: one that its owner chose, and what follows from it, as a sheet for pages and as colours for mails.
import { createHash } from 'node:crypto'
import { type AccentColours, accentOf, accentSheet, HOUSE_ACCENT, type Theme } from '#art/accent.ts'
import type { SiteFacts } from '#platform/request-scope.ts'
import type { Responder } from '#platform/room.ts'

const PREFIX = '/media/colours/'
const PATH = /^\/media\/colours\/([0-9a-f]{6})-[0-9a-f]{10}\.css$/

/** `chosen`: #rrggbb, or undefined where the house's colours stand. */
export function createColours(chosen: () => string | undefined) {
  // They are asked for with every page.
  let made:
    | { of: string | undefined; facts: Pick<SiteFacts, 'colours'>; accent: Record<Theme, AccentColours> }
    | undefined
  function now() {
    const of = chosen()
    if (!made || made.of !== of)
      made = {
        of,
        facts: of === undefined ? {} : { colours: pathOf(of, accentSheet(of)) },
        accent: accentOf(of ?? HOUSE_ACCENT),
      }
    return made
  }
  return { facts: () => now().facts, accent: () => now().accent }
}

/**
 * GET /media/colours/{rrggbb}-{hash of the sheet}.css. It follows from its address alone: a page of yesterday, or of another
 * process that has not heard of the change yet, has its sheet too.
 */
export const COLOUR_SHEETS: Responder = {
  prefix: PREFIX,
  async answer(request) {
    const { pathname } = new URL(request.url)
    const [, digits] = PATH.exec(pathname) ?? []
    if (!digits) return undefined
    const sheet = accentSheet(`#${digits}`)
    if (pathOf(`#${digits}`, sheet) !== pathname) return undefined
    return new Response(sheet, {
      headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
    })
  },
}

function pathOf(chosen: string, sheet: string): string {
  const hash = createHash('sha256').update(sheet).digest('hex').slice(0, 10)
  return `${PREFIX}${chosen.slice(1)}-${hash}.css`
}
