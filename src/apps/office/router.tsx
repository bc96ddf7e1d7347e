// The addresses of the office, below /office.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { z } from 'zod'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { ToastRegion } from '#ui/toast-region.tsx'
import { Frame } from './frame.tsx'
import { NotFound } from './not-found.tsx'

const root = createRootRoute({
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

/** Of the office alone: nobody is led elsewhere by an address. */
const OwnPath = z
  .string()
  .max(1_000)
  .regex(/^\/(?![/\\])/)

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: z.object({ to: OwnPath.optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('#rooms/staff/office/sign-in-page.tsx'), 'SignInPage'),
})

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyRouteComponent(() => import('#rooms/staff/office/welcome-page.tsx'), 'WelcomePage'),
})

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame })

const start = createRoute({
  getParentRoute: () => frame,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/orders', replace: true })
  },
})

const orders = createRoute({
  getParentRoute: () => frame,
  path: '/orders',
  validateSearch: z.object({
    status: z.string().max(30).optional().catch(undefined),
    q: z.coerce.string().max(254).optional().catch(undefined),
    after: z.string().max(200).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('#rooms/orders/office/orders-page.tsx'), 'OrdersPage'),
})

const order = createRoute({
  getParentRoute: () => frame,
  path: '/orders/$id',
  component: lazyRouteComponent(() => import('#rooms/orders/office/order-page.tsx'), 'OrderPage'),
})

const inbox = createRoute({
  getParentRoute: () => frame,
  path: '/inbox',
  validateSearch: z.object({
    state: z.string().max(30).optional().catch(undefined),
    kind: z.string().max(30).optional().catch(undefined),
    q: z.coerce.string().max(254).optional().catch(undefined),
    after: z.string().max(200).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('#rooms/inbox/office/inbox-page.tsx'), 'InboxPage'),
})

const inboxItem = createRoute({
  getParentRoute: () => frame,
  path: '/inbox/$kind/$id',
  component: lazyRouteComponent(() => import('#rooms/inbox/office/item-page.tsx'), 'ItemPage'),
})

const savedReplies = createRoute({
  getParentRoute: () => frame,
  path: '/inbox/saved-replies',
  component: lazyRouteComponent(() => import('#rooms/inbox/office/replies-page.tsx'), 'RepliesPage'),
})

const tree = root.addChildren([
  signIn,
  welcome,
  frame.addChildren([start, orders, order, inbox, inboxItem, savedReplies]),
])

export const createOfficeRouter = () =>
  createRouter({ routeTree: tree, basepath: '/office', defaultPreload: 'intent', scrollRestoration: true })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createOfficeRouter>
  }
}
