import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM || undefined

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  reporter: [['list'], ['json']],
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/shop.ts',
  snapshotPathTemplate: 'e2e/visual/{projectName}/{arg}{ext}',
  // Another version of the browser draws the edges of letters a little otherwise.
  expect: { toHaveScreenshot: { maxDiffPixelRatio: 0.01, threshold: 0.2, animations: 'disabled', scale: 'css' } },
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
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
    // What has no screen is read once; what is about screens names their widths itself.
    {
      name: 'phone',
      testIgnore: /(seo|html|links|room)\.spec/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
