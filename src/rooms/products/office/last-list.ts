// Which list was looked at last in this tab: the page of a product leads back to it.
import type { ProductsSearch } from './list.ts'

let last: ProductsSearch = {}

export const noteList = (list: ProductsSearch): void => {
  last = list
}
export const lastList = (): ProductsSearch => last
