/** How often each kind of call was made. */
export interface Requests {
  create: number
  retrieve: number
  list: number
  expire: number
  refunds: number
  replayed: number
  page: number
  outcome: number
}
