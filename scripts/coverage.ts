import { globSync } from 'node:fs'
import type { Citation } from './citations.ts'
import { citationsIn, commentsOf, readFromRoot, ROOT } from './citations.ts'

/*
 * A spec names the headings of the contract it proves in a separate comment, at its head or at a `describe` or `it`,
 * for example: Proves docs/contract/vault.md, Items: creating, Slots.
 */

export interface ProvenHeading {
  readonly page: string
  readonly heading: string
  /** Paths of the specs that claim to prove it. */
  readonly specs: readonly string[]
}

const TAG = /^(?:\/\/|\/\*+) Proves docs\//

/** This heading lists behaviour that is not built yet, so it needs no proof. */
const NOT_PROMISED = 'Not built yet'

/** The headings that a spec claims to prove; other citations do not count. */
export function provenBy(source: string): readonly Citation[] {
  return commentsOf(source)
    .map((comment) => comment.trimStart())
    .filter((comment) => TAG.test(comment))
    .flatMap((comment) => citationsIn(firstSentence(comment)))
}

const firstSentence = (text: string): string => text.replace(/\. .*$/, '.')

/** The headings of a contract page that state behaviour: those below its title. */
export function promisesOf(text: string): readonly string[] {
  return [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading).filter((one) => one !== NOT_PROMISED)
}

export const contractPages = (): readonly string[] => globSync('docs/contract/*.md', { cwd: ROOT }).toSorted()

/** Each spec of the project with the citations it proves; specs without any are left out. */
export function taggedSpecs(): ReadonlyMap<string, readonly Citation[]> {
  const specs = globSync('{src-main,src-renderer,shared,scripts,tests}/**/*.spec.ts', { cwd: ROOT }).toSorted()
  return new Map(
    specs.map((path) => [path, provenBy(readFromRoot(path))] as const).filter(([, proven]) => proven.length > 0),
  )
}

/** Every heading of the contract that states behaviour, page by page, with the specs that prove it. */
export function coverageOf(
  pages: readonly string[],
  tagged: ReadonlyMap<string, readonly Citation[]>,
): readonly ProvenHeading[] {
  const proves = (citations: readonly Citation[], page: string, heading: string) =>
    citations.some((one) => one.page === page && one.headings.includes(heading))
  return pages.flatMap((page) =>
    promisesOf(readFromRoot(page)).map((heading) => ({
      page,
      heading,
      specs: [...tagged].filter(([, citations]) => proves(citations, page, heading)).map(([path]) => path),
    })),
  )
}

/** Formats the table; the unproven headings are at its end. */
export function coverageTable(rows: readonly ProvenHeading[]): string {
  const unproven = rows.filter(({ specs }) => specs.length === 0).map(({ page, heading }) => `  ${page}, ${heading}`)
  const lines = rows.flatMap(({ page, heading, specs }, index) => [
    ...(rows[index - 1]?.page === page ? [] : [page]),
    `  ${heading}`,
    ...specs.map((path) => `    ${path}`),
  ])
  return [...lines, `proved by no spec: ${unproven.length}`, ...unproven, ''].join('\n')
}
