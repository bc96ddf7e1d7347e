import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts'],
    globalSetup: 'src/platform/testing-setup.ts',
    // What hangs ends; how long a test takes is not what it tests.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    // A process takes one file after another with the modules that it has: a third of the time went into loading them
    // again. No test file leaves anything behind in them.
    isolate: false,
    // One more than cores, for half of them wait for a shop that they started, or stopped.
    maxWorkers: 3,
  },
})
