// What every address of the office stands in: its messages, and for who is signed in the frame with its menu.
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { z } from 'zod'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { ToastRegion } from '#ui/toast-region.tsx'
import { Frame } from './frame.tsx'
import { NotFound } from './not-found.tsx'

export const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
})

function Root() {
  const t = useOfficeWords()
  return (
    <>
      <Outlet />
      <ToastRegion label={t('frame.messages')} closeLabel={t('frame.close')} />
    </>
  )
}

export const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame })

export const Id = z.coerce.number().int().min(1).max(2_147_483_647)
/** Names of a list's columns, joined by commas. */
export const ColumnNames = z.string().max(400).optional().catch(undefined)
