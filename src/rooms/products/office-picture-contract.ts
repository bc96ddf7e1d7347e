// What people in the back office change of a product's picture.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { MOST_BYTES } from '#rooms/pictures/limits.ts'
import { Product } from './office.ts'
import { Id, PictureId } from './office-shapes.ts'

export const productsOfficePicture = defineContract({
  'POST /office/pictures': {
    summary:
      'Uploads a picture that something will show: PNG, JPEG, WebP or AVIF, as its bytes say, drawn anew. What nothing shows is forgotten after a day.',
    access: { staff: 'catalogue.write' },
    perMinute: 60,
    file: { maxBytes: MOST_BYTES },
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
