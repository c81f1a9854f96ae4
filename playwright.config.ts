import { defineConfig } from '@playwright/test'
import { chosenTestBrowser } from './scripts/test-browser.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  // Chooses the browser, builds what is stale and makes the sample that journeys copy.
  globalSetup: './tests/journeys/support/global-setup.ts',
  // Pictures for the documents are taken when asked for, not tested.
  testIgnore: process.env.SCREENSHOTS === undefined ? '**/screenshots.spec.ts' : [],
  // Long ones, and those of one corner, run in `npm run test:deep`.
  ...(process.env.DEEP === undefined ? { grepInvert: /@deep/ } : {}),
  outputDir: 'test-results/journeys',
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  // For what never ends: no journey may fail because the machine does other work.
  timeout: 900_000,
  expect: { timeout: 180_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: chosenTestBrowser(),
    viewport: { width: 1280, height: 800 },
    // As long as an expectation: a button that never comes is told before the journey's own end.
    actionTimeout: 180_000,
    screenshot: 'only-on-failure',
    // Recording costs a third of a journey: `TRACE=1` keeps what failed.
    trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
  },
})
