import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    globalSetup: 'src/platform/testing-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores: the tests' database and simulators want one of them.
    maxWorkers: 2,
  },
})
