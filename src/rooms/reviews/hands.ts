// What others may ask of the reviews: how they are decided, by whoever works for the shop.
export { decideReview, type ReviewDecision, type WaitingReview, waitingReviews } from './moderate.ts'
