// What the home page begins with, as the back office makes and changes it.
import { z } from 'zod'
import { FieldChanges } from '#platform/field-changes.ts'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_BANNER } from '#rooms/content/rules.ts'
import { LONGEST_REASON } from '#rooms/staff/limits.ts'
import { Id, PictureId } from './office-shapes.ts'

const Texts = z.record(z.string(), z.string())
const Banner = z.object({
  id: z.number(),
  position: z.number(),
  /** By language; a language that has none is not there. */
  title: Texts,
  line: Texts,
  /** A path of the shop, or an https address. */
  link: z.string(),
  img: z.string(),
  /** For languages that are read from the right. */
  imgRtl: z.string(),
  /** Of what was uploaded; null: it is drawn, of its genre and seed. */
  pictureId: z.string().nullable(),
  /** Of what was uploaded for languages that are read from the right; null: as for all others. */
  rtlPictureId: z.string().nullable(),
  genre: z.string(),
  seed: z.string(),
  isOn: z.boolean(),
  fromAt: z.iso.datetime().nullable(),
  untilAt: z.iso.datetime().nullable(),
  /** It is on, and its time is now. */
  isShown: z.boolean(),
  /** It is, and too many stand before it: visitors do not see it. */
  isBehind: z.boolean(),
  /** Another after every change. */
  seen: z.string(),
})

export const bannersOffice = defineContract({
  'GET /office/banners': {
    summary: 'All banners in their order; the home page has the first six that are shown',
    access: { staff: 'catalogue.read' },
    data: z.object({ rows: z.array(Banner) }),
  },
  'GET /office/banners/{id}': {
    summary: 'One banner',
    access: { staff: 'catalogue.read' },
    params: z.object({ id: Id }),
    data: Banner,
  },
  'POST /office/banners': {
    summary: 'A new one, the last, switched off',
    access: { staff: 'catalogue.write' },
    body: z.object({
      title: z.string().trim().min(1).max(LONGEST_BANNER.title),
      line: z.string().trim().max(LONGEST_BANNER.line).default(''),
      link: z.string().trim().max(LONGEST_BANNER.link),
      /** Of which its picture is drawn. */
      genre: z.string().trim().min(1).max(LONGEST_BANNER.seed),
    }),
    data: z.object({ id: z.number() }),
  },
  'POST /office/banners/{id}': {
    summary:
      'Changes it by the field: `title.de`, `line.de`, `link`, `position`, `isOn`, `fromAt` and `untilAt` (ISO 8601 in UTC; empty: always), `genre`, `seed`',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ changes: FieldChanges }),
    data: z.null(),
  },
  'POST /office/banners/{id}/picture': {
    summary:
      'Shows an uploaded picture on it, with `rtl` in languages that are read from the right; with `pictureId` null the drawn one, or with `rtl` the same as everywhere. `seen` is what it showed.',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ pictureId: PictureId.nullable(), seen: PictureId.nullable(), rtl: z.boolean().default(false) }),
    data: z.null(),
  },
  'POST /office/banners/{id}/remove': {
    summary: 'Removes it. `seen` is what it was when somebody decided that.',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ seen: z.string().max(40), reason: z.string().trim().min(1).max(LONGEST_REASON) }),
    data: z.null(),
  },
})

type BannersOffice = typeof bannersOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends BannersOffice {}
}
