// The shop's logo, as the back office shows and changes it.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { MOST_BYTES } from '#rooms/pictures/limits.ts'

const PictureId = z.string().regex(/^[0-9a-f]{64}$/)
const LogoFile = z.object({ src: z.string(), width: z.number(), height: z.number() })

export const logoOffice = defineContract({
  'GET /office/logo': {
    summary: 'The logo that stands in the office, too; null: the drawn mark does',
    access: 'public',
    data: z.object({ shop: z.string(), light: LogoFile.nullable(), dark: LogoFile.nullable() }),
  },
  'GET /office/logo/pictures': {
    summary: 'What was uploaded for light and for dark grounds; null: nothing',
    access: { staff: 'settings.read' },
    data: z.object({ light: z.string().nullable(), dark: z.string().nullable() }),
  },
  'POST /office/logo/file': {
    summary:
      'Uploads a logo: PNG, JPEG, WebP or AVIF, as its bytes say, drawn anew; what is transparent stays so. What is not shown is forgotten after a day.',
    access: { staff: 'settings.write' },
    perMinute: 30,
    file: { maxBytes: MOST_BYTES },
    data: z.object({ id: z.string() }),
  },
  'POST /office/logo/{place}': {
    summary:
      'Shows an uploaded logo in place of the drawn mark and the written name, on `dark` grounds another one; with `pictureId` null the drawn ones. `seen` is what it was when somebody decided that.',
    access: { staff: 'settings.write' },
    params: z.object({ place: z.enum(['light', 'dark']) }),
    body: z.object({ pictureId: PictureId.nullable(), seen: PictureId.nullable() }),
    data: z.null(),
  },
})

type LogoOffice = typeof logoOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends LogoOffice {}
}
