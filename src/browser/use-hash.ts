// What stands behind the # of the address: it makes no other page on the server, and nobody but this browser reads it.
import { useLocation } from '@tanstack/react-router'

export const useHash = (): string => useLocation({ select: ({ hash }) => hash })

/** Pages of a list behind the #: `#page-2`. */
export const pageHash = (path: string, page: number) => (page > 1 ? `${path}#page-${page}` : path)

/** 1 where it names none. */
export const pageOfHash = (hash: string): number => Number(/^page-([1-9]\d{0,5})$/.exec(hash)?.[1] ?? 1)
