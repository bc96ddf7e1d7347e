// What the server keeps of a list for whoever looks: which columns he sees, and views with a name.
import { useQuery } from '@tanstack/react-query'
import { officeCall } from '#browser/office-calls.ts'

export type ListName = 'orders' | 'products' | 'batches' | 'inbox' | 'audit'
export type View = Awaited<ReturnType<typeof officeCall<'GET /office/views'>>>['views'][number]
/** As an address has it. */
export type ListSearch = Readonly<Record<string, string | number | undefined>>

/** Where each list is. */
export const LIST_PATHS = {
  orders: '/orders',
  products: '/catalogue',
  batches: '/keys',
  inbox: '/inbox',
  audit: '/audit',
} as const

export const isList = (name: string): name is ListName => Object.hasOwn(LIST_PATHS, name)

export const useKept = (list: ListName) =>
  useQuery({
    queryKey: ['lists', list],
    queryFn: ({ signal }) => officeCall('GET /office/lists/{list}', { params: { list } }, { signal }),
    staleTime: 60_000,
  })

/** `asked`: what the address says, before what the person has chosen, before the columns of the beginning. */
export function useColumns(list: ListName, first: readonly string[], all: object, asked: string | undefined) {
  const { data } = useKept(list)
  const known = (names: readonly string[] | null | undefined) => names?.filter((name) => Object.hasOwn(all, name)) ?? []
  const [fromAddress, own] = [known(asked?.split(',')), known(data?.columns)]
  return fromAddress.length > 0 ? [...new Set(fromAddress)] : own.length > 0 ? own : first
}

/** As the server takes it: what is not said is not there. */
export const textsOf = (search: ListSearch): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
