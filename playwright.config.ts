import { defineConfig } from '@playwright/test'
import { FULL } from './e2e/support/matrix.ts'

const executablePath = process.env.CHROMIUM || undefined

const files = (...names: string[]) => new RegExp(`/(${names.join('|')})\\.spec\\.ts$`)
/** What has no screen is read once; what is about screens names their widths itself. */
const ONCE = files('seo', 'html', 'links', 'room', 'pages', 'budget', 'steady', 'ways-to-pay', 'mails')
/** What is the same on both devices is tried on one: most shoppers hold a phone. All others run on both, but for their
 * tests that `@once:phone` and `@once:desktop` name. */
const DESKTOP = files(
  'navigation',
  'screen-reader(-outline)?',
  'keyboard(-frame|-purchase)?',
  'focus',
  // Of the office, frame, orders, inbox, lists, payments and all pages are seen on both. What is looked at in the others is
  // measured at a phone's width, too.
  'office-(alerts|catalogue|colour|currencies|health|keyboard|keys|methods|new-order-balance|passkeys|pictures|preview|prices|session|settings|shelves|site-pages|staff|staff-meanwhile)',
)
const PHONE = files(
  'captcha',
  'card',
  'checkout-refused',
  'consent',
  'content',
  'direction',
  'enquiries',
  'insecure',
  'loading',
  'methods',
  // Of the pages behind the login, frame, lists and forms are seen on both by frame, address, login and orders.
  'member-(account|balance|balance-pay|discount|journey|notice|passkeys|points|privacy|profile|refund|security|site|support|top-up|wishes)',
  'newsletter',
  'offline(-acts)?',
  'operator(-methods)?',
  'paypal',
  'pictures',
  'purchase',
  'result',
  'shelf',
  'withdraw',
)

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 180_000,
  reporter: [['list'], ['json']],
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/shop.ts',
  snapshotPathTemplate: 'e2e/visual/{projectName}/{arg}{ext}',
  expect: {
    // What is asserted is what comes, not how soon: other work may share the machine.
    timeout: 20_000,
    // Another version of the browser draws the edges of letters a little otherwise.
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, threshold: 0.2, animations: 'disabled', scale: 'css' },
  },
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        // As Linux desktops draw letters; without windows it is not the default.
        '--font-render-hinting=slight',
      ],
    },
    // What cannot be pressed is named, instead of the test ending without a word.
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: FULL ? [] : PHONE,
      grepInvert: FULL ? /@phone/ : /@phone|@once:phone/,
      use: { viewport: { width: 1280, height: 900 } },
    },
    {
      name: 'phone',
      testIgnore: FULL ? ONCE : [ONCE, DESKTOP],
      grepInvert: FULL ? /@desktop/ : /@desktop|@once:desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
