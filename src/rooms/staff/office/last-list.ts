// Which list was looked at last in this tab, a memory for each kind of list: the page of one row leads back to it.
export function rememberList<List extends object>() {
  let last = {} as Partial<List>
  return {
    note: (list: Partial<List>): void => {
      last = list
    },
    last: (): Partial<List> => last,
  }
}
