// What is done about products later.
import { defineJob } from '#platform/jobs/define.ts'

export const BULK_EDIT = defineJob<{ bulkId: string }>('products.bulkEdit')

/** Brings what a seller offers on sale or off, as he is open or closed now. */
export const SELLER_OFFERS = defineJob<{ sellerId: number }>('products.sellerOffers')
