// The addresses of the office, below /office.
import { createRoute, createRouter } from '@tanstack/react-router'
import { z } from 'zod'
import { Coming } from '#rooms/staff/office/coming.tsx'
import { Broken } from './broken.tsx'
import { catalogueRoutes } from './catalogue-routes.ts'
import { ColumnNames, frame, Id, root } from './frame-route.tsx'
import { lazyPage } from './page-code.ts'
import { Start } from './start.tsx'

/** A path of the office alone: nobody is led elsewhere by an address. */
const OwnPath = z
  .string()
  .max(1_000)
  .regex(/^\/(?![/\\])/)

/** As the calls take it. */
const Day = z.iso.date().refine((day) => day >= '2000-01-01')

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: z.object({ to: OwnPath.optional().catch(undefined) }),
  component: lazyPage(() => import('#rooms/staff/office/sign-in-page.tsx'), 'SignInPage'),
})

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyPage(() => import('#rooms/staff/office/welcome-page.tsx'), 'WelcomePage'),
})

const start = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: Start,
})

const today = createRoute({
  getParentRoute: () => frame,
  path: '/today',
  component: lazyPage(() => import('#rooms/orders/office/today-page.tsx'), 'TodayPage'),
})

const orders = createRoute({
  getParentRoute: () => frame,
  path: '/orders',
  validateSearch: z.object({
    status: z.string().max(30).optional().catch(undefined),
    q: z.coerce.string().max(254).optional().catch(undefined),
    product: Id.optional().catch(undefined),
    sku: Id.optional().catch(undefined),
    from: Day.optional().catch(undefined),
    to: Day.optional().catch(undefined),
    sort: z.string().max(30).optional().catch(undefined),
    columns: ColumnNames,
    after: z.string().max(200).optional().catch(undefined),
  }),
  component: lazyPage(() => import('#rooms/orders/office/orders-page.tsx'), 'OrdersPage'),
})

const newOrder = createRoute({
  getParentRoute: () => frame,
  path: '/orders/new',
  component: lazyPage(() => import('#rooms/orders/office/new-order-page.tsx'), 'NewOrderPage'),
})

const order = createRoute({
  getParentRoute: () => frame,
  path: '/orders/$id',
  component: lazyPage(() => import('#rooms/orders/office/order-page.tsx'), 'OrderPage'),
})

const inbox = createRoute({
  getParentRoute: () => frame,
  path: '/inbox',
  validateSearch: z.object({
    state: z.string().max(30).optional().catch(undefined),
    kind: z.string().max(30).optional().catch(undefined),
    q: z.coerce.string().max(254).optional().catch(undefined),
    columns: ColumnNames,
    after: z.string().max(200).optional().catch(undefined),
  }),
  component: lazyPage(() => import('#rooms/inbox/office/inbox-page.tsx'), 'InboxPage'),
})

const inboxItem = createRoute({
  getParentRoute: () => frame,
  path: '/inbox/$kind/$id',
  component: lazyPage(() => import('#rooms/inbox/office/item-page.tsx'), 'ItemPage'),
})

const savedReplies = createRoute({
  getParentRoute: () => frame,
  path: '/inbox/saved-replies',
  component: lazyPage(() => import('#rooms/inbox/office/replies-page.tsx'), 'RepliesPage'),
})

const payments = createRoute({
  getParentRoute: () => frame,
  path: '/payments',
  component: lazyPage(() => import('#rooms/orders/office/payments-page.tsx'), 'PaymentsPage'),
})

const keys = createRoute({
  getParentRoute: () => frame,
  path: '/keys',
  validateSearch: z.object({
    state: z.string().max(30).optional().catch(undefined),
    q: z.coerce.string().max(200).optional().catch(undefined),
    columns: ColumnNames,
    after: z.string().max(80).optional().catch(undefined),
  }),
  component: lazyPage(() => import('#rooms/keys/office/batches-page.tsx'), 'BatchesPage'),
})

const keyImport = createRoute({
  getParentRoute: () => frame,
  path: '/keys/import',
  validateSearch: z.object({ sku: z.coerce.string().max(200).optional().catch(undefined) }),
  component: lazyPage(() => import('#rooms/keys/office/import-page.tsx'), 'ImportPage'),
})

const stock = createRoute({
  getParentRoute: () => frame,
  path: '/keys/stock',
  validateSearch: z.object({
    state: z.string().max(30).optional().catch(undefined),
    after: z.string().max(60).optional().catch(undefined),
  }),
  component: lazyPage(() => import('#rooms/keys/office/stock-page.tsx'), 'StockPage'),
})

const keyBatch = createRoute({
  getParentRoute: () => frame,
  path: '/keys/$id',
  validateSearch: z.object({
    state: z.string().max(30).optional().catch(undefined),
    after: z.coerce.number().int().min(0).optional().catch(undefined),
  }),
  component: lazyPage(() => import('#rooms/keys/office/batch-page.tsx'), 'BatchPage'),
})

const staff = createRoute({
  getParentRoute: () => frame,
  path: '/staff',
  validateSearch: z.object({
    role: z.coerce.string().max(40).optional().catch(undefined),
    after: z.string().max(254).optional().catch(undefined),
  }),
  component: lazyPage(() => import('#rooms/staff/office/people-page.tsx'), 'PeoplePage'),
})

const roles = createRoute({
  getParentRoute: () => frame,
  path: '/staff/roles',
  component: lazyPage(() => import('#rooms/staff/office/roles-page.tsx'), 'RolesPage'),
})

const person = createRoute({
  getParentRoute: () => frame,
  path: '/staff/$id',
  component: lazyPage(() => import('#rooms/staff/office/person-page.tsx'), 'PersonPage'),
})

const audit = createRoute({
  getParentRoute: () => frame,
  path: '/audit',
  validateSearch: z.object({
    person: z.string().max(40).optional().catch(undefined),
    act: z.string().max(80).optional().catch(undefined),
    kind: z.string().max(80).optional().catch(undefined),
    id: z.coerce.string().max(200).optional().catch(undefined),
    from: Day.optional().catch(undefined),
    to: Day.optional().catch(undefined),
    after: z.string().max(60).optional().catch(undefined),
  }),
  component: lazyPage(() => import('#rooms/staff/office/audit-page.tsx'), 'AuditPage'),
})

const health = createRoute({
  getParentRoute: () => frame,
  path: '/health',
  component: lazyPage(() => import('#rooms/health/office/health-page.tsx'), 'HealthPage'),
})

const failedJobs = createRoute({
  getParentRoute: () => frame,
  path: '/health/jobs',
  validateSearch: z.object({
    state: z.string().max(30).optional().catch(undefined),
    task: z.string().max(80).optional().catch(undefined),
    after: z.coerce.number().int().min(1).max(1e15).optional().catch(undefined),
  }),
  component: lazyPage(() => import('#rooms/health/office/jobs-page.tsx'), 'JobsPage'),
})

const mails = createRoute({
  getParentRoute: () => frame,
  path: '/health/mails',
  validateSearch: z.object({
    state: z.string().max(30).optional().catch(undefined),
    q: z.coerce.string().max(254).optional().catch(undefined),
    after: z.string().max(80).optional().catch(undefined),
  }),
  component: lazyPage(() => import('#rooms/health/office/mails-page.tsx'), 'MailsPage'),
})

const mail = createRoute({
  getParentRoute: () => frame,
  path: '/health/mails/$id',
  component: lazyPage(() => import('#rooms/health/office/mail-page.tsx'), 'MailPage'),
})

const notices = createRoute({
  getParentRoute: () => frame,
  path: '/health/notices',
  validateSearch: z.object({
    state: z.string().max(30).optional().catch(undefined),
    provider: z.coerce.string().max(40).optional().catch(undefined),
    after: z.coerce.number().int().min(1).max(1e15).optional().catch(undefined),
  }),
  component: lazyPage(() => import('#rooms/health/office/notices-page.tsx'), 'NoticesPage'),
})

const methods = createRoute({
  getParentRoute: () => frame,
  path: '/settings/methods',
  component: lazyPage(() => import('#rooms/payments/office/methods-page.tsx'), 'MethodsPage'),
})

const currencies = createRoute({
  getParentRoute: () => frame,
  path: '/settings/currencies',
  component: lazyPage(() => import('#rooms/money/office/currencies-page.tsx'), 'CurrenciesPage'),
})

const pages = createRoute({
  getParentRoute: () => frame,
  path: '/settings/pages',
  component: lazyPage(() => import('#rooms/settings/office/pages-page.tsx'), 'PagesPage'),
})

const page = createRoute({
  getParentRoute: () => frame,
  path: '/settings/pages/$page',
  validateSearch: z.object({ language: z.string().max(10).optional().catch(undefined) }),
  component: lazyPage(() => import('#rooms/settings/office/page-page.tsx'), 'PagePage'),
})

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  component: lazyPage(() => import('#rooms/settings/office/settings-page.tsx'), 'SettingsPage'),
})

const files = createRoute({
  getParentRoute: () => frame,
  path: '/files',
  component: lazyPage(() => import('#rooms/staff/office/files-page.tsx'), 'FilesPage'),
})

const me = createRoute({
  getParentRoute: () => frame,
  path: '/me',
  component: lazyPage(() => import('#rooms/staff/office/me-page.tsx'), 'MePage'),
})

const tree = root.addChildren([
  signIn,
  welcome,
  frame.addChildren([
    start, today, orders, newOrder, order, inbox, inboxItem, savedReplies, payments, ...catalogueRoutes, keys, keyImport, stock, keyBatch, staff, roles, person, audit, health, failedJobs,
    mails, mail, notices, settings, methods, currencies, pages, page, files, me,
  ]), // biome-ignore format: one page after another
])

export const createOfficeRouter = () =>
  createRouter({
    routeTree: tree,
    basepath: '/office',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingComponent: Coming,
    // In the place of the page that threw: the frame stays, and with it the way elsewhere.
    defaultErrorComponent: Broken,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createOfficeRouter>
  }
}
