// What others may ask of the reviews: how they are decided, by whoever works for the shop.
export { decideReview, waitingReviews, writerOf } from './moderate.ts'
export { judgedReview, reviewEntries, reviewIdsOf, reviewIdsOfOrder } from './office-store.ts'
