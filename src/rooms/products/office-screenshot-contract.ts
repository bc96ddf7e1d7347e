// What people in the back office do to a product's screenshots.
import { z } from 'zod'
import { FieldChanges } from '#platform/field-changes.ts'
import { defineContract } from '#platform/http/contract.ts'
import { MOST_SCREENSHOTS } from './limits.ts'
import { Product } from './office.ts'
import { Id, PictureId } from './office-shapes.ts'

const Order = z.array(Id).max(MOST_SCREENSHOTS)

export const officeScreenshots = defineContract({
  'POST /office/products/{id}/screenshots': {
    summary: `Shows one more uploaded picture as a screenshot of a product, the last of ${MOST_SCREENSHOTS} at most; one that it shows already stays as it is`,
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ pictureId: PictureId }),
    data: Product,
  },
  'POST /office/products/{id}/screenshots/order': {
    summary: 'Puts them in another order: `ids` are all of them, `seen` the order in which they were',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ ids: Order, seen: Order }),
    data: Product,
  },
  'POST /office/screenshots/{id}': {
    summary: 'Says by the field what is seen on one: `alt.de`',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ changes: FieldChanges }),
    data: Product,
  },
  'POST /office/screenshots/{id}/picture': {
    summary: 'Shows another picture in its place, such as a part of it; `seen` is what it showed',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ pictureId: PictureId, seen: PictureId }),
    data: Product,
  },
  'POST /office/screenshots/{id}/remove': {
    summary: 'Removes one. `seen` is what it was when somebody decided that.',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ seen: z.string().max(40) }),
    data: Product,
  },
})

type OfficeScreenshots = typeof officeScreenshots
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends OfficeScreenshots {}
}
