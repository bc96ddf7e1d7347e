// Facets as pages of the office need them.
import type { officeCall } from '#browser/office-calls.ts'
import { rememberList } from '#rooms/staff/office/last-list.ts'

export type FacetsList = Awaited<ReturnType<typeof officeCall<'GET /office/facets'>>>
export type Facet = Awaited<ReturnType<typeof officeCall<'GET /office/facets/{id}'>>>

export const KINDS = ['genre', 'platform', 'region', 'language'] as const
export type Kind = (typeof KINDS)[number]

/** What the address says, if it is one. */
export const kindIn = (text: string | undefined): Kind => KINDS.find((kind) => kind === text) ?? 'genre'

/** The page of a facet leads back to the list that was looked at last. */
export const facetsSeen = rememberList<{ kind: Kind; after: string }>()
