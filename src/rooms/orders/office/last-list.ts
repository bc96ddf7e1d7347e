// Which list was looked at last in this tab: the page of an order leads back to it.

interface List {
  status?: string | undefined
  q?: string | undefined
  after?: string | undefined
}

let last: List = {}

export const noteList = (list: List): void => {
  last = list
}
export const lastList = (): List => last
