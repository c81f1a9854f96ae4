import type { Row } from './measure.ts'

type Benchmark = () => Promise<readonly Row[]>

/** Each loads what it needs when it is asked for. Other commits are asked for their names by this text (compare-with-commit.ts). */
export const BENCHMARKS: Readonly<Record<string, () => Promise<{ readonly run: Benchmark }>>> = {
  http: () => import('./http-items.ts'),
  'in-process': () => import('./in-process.ts'),
  'http-others': () => import('./http-others.ts'),
  pages: () => import('./pages.ts'),
  lists: () => import('./lists.ts'),
  srp: () => import('./srp-login.ts'),
  unlock: () => import('./unlock.ts'),
  workspace: () => import('./workspace.ts'),
  share: () => import('./share.ts'),
  organization: () => import('./organization.ts'),
  start: () => import('./start.ts'),
  palette: () => import('./palette.ts'),
  switches: () => import('./switches.ts'),
  scrolling: () => import('./scrolling.ts'),
  verify: () => import('./verify.ts'),
  'verify-http': () => import('./verify-http.ts'),
  evaluate: () => import('./evaluate.ts'),
  story: () => import('./story.ts'),
  stalls: () => import('./stalls.ts'),
  'work-stalls': () => import('./work-stalls.ts'),
  'service-stalls': () => import('./service-stalls.ts'),
  'deletion-stalls': () => import('./deletion-stalls.ts'),
  hostile: () => import('./hostile.ts'),
  files: () => import('./files.ts'),
  backup: () => import('./backup.ts'),
  'first-verification': () => import('./first-verification.ts'),
}
