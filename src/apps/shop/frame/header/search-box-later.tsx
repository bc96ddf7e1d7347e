// The search box without its code on the first visit: it is a form that works at once, and its code comes when somebody
// does anything at all.
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentType, memo, Suspense } from 'react'
import { whenTouched } from '#browser/when-wanted.ts'
import { SearchBox as ReadySearchBox } from '#rooms/search/ui/box/search-box.tsx'

type SearchBoxProps = { className?: string }

const SearchBox = createIsomorphicFn()
  .server((): ComponentType<SearchBoxProps> => ReadySearchBox)
  .client(
    (): ComponentType<SearchBoxProps> =>
      whenTouched('search', async () => ({ default: (await import('#rooms/search/ui/box/search-box.tsx')).SearchBox })),
  )()

/** Not rendered anew with the bar around it: what is not alive yet would have to be thrown away for that. */
export const SearchBoxLater = memo(function SearchBoxLater({ className }: SearchBoxProps) {
  return (
    <Suspense>
      <SearchBox className={className} />
    </Suspense>
  )
})
