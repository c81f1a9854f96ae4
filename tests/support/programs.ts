import { findOnPath } from '../../src-main/program/find-chromium.ts'

/** What tests call and no package brings. Where one is missing, its tests are passed over and `npm test` says so. */
const PROGRAMS = ['bash', 'curl', 'git'] as const

export function hasProgram(name: (typeof PROGRAMS)[number]): boolean {
  return findOnPath(name) !== undefined
}

export function missingPrograms(): readonly string[] {
  return PROGRAMS.filter((name) => !hasProgram(name))
}
