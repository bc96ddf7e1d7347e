/** Decision D8. */
export function searchHref(name: string): string {
  return `/search?${new URLSearchParams({ name })}`
}
