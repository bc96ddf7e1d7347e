// What people in the back office change of a product's picture.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { MOST_BYTES, WHOLE } from '#rooms/pictures/limits.ts'
import { Product } from './office.ts'
import { Id, PictureId } from './office-shapes.ts'

const share = z.number().int().min(0).max(WHOLE)
const PictureCut = z.object({
  ...{ x: share, y: share, width: share.min(1), height: share.min(1) },
  focus: z.object({ x: share, y: share }).nullable(),
})

export const productsOfficePicture = defineContract({
  'POST /office/pictures': {
    summary:
      'Uploads a picture that something will show: PNG, JPEG, WebP or AVIF, as its bytes say, drawn anew. What nothing shows is forgotten after a day.',
    access: { staff: 'catalogue.write' },
    perMinute: 60,
    file: { maxBytes: MOST_BYTES },
    data: z.object({ id: z.string() }),
  },
  'GET /office/pictures/{id}': {
    summary: 'Of what an uploaded picture is a part, with the size of the whole in pixels',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: PictureId }),
    data: z.object({ originalId: z.string(), width: z.number(), height: z.number(), cut: PictureCut.nullable() }),
  },
  'GET /office/pictures/{id}/file': {
    summary: 'An uploaded picture as it is kept',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: PictureId }),
    download: ['image/webp'],
  },
  'POST /office/pictures/{id}/cut': {
    summary:
      'Makes a picture of a part of an uploaded one, whole or a part itself, in ten thousandths of the whole; `focus`: the point of the part that is to be seen whatever it is cut to, null: what draws attention',
    access: { staff: 'catalogue.write' },
    perMinute: 60,
    params: z.object({ id: PictureId }),
    body: PictureCut.refine(
      ({ x, y, width, height }) => x + width <= WHOLE && y + height <= WHOLE,
      'it leads out of the picture',
    ),
    data: z.object({ id: z.string() }),
  },
  'POST /office/products/{id}/picture': {
    summary: 'Shows an uploaded picture of a product, or with `pictureId` null the drawn one; `seen` is what it showed',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ pictureId: PictureId.nullable(), seen: PictureId.nullable() }),
    data: Product,
  },
})

type ProductsOfficePicture = typeof productsOfficePicture
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends ProductsOfficePicture {}
}
