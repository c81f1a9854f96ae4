import ts from 'typescript'

/** One fault on one line: what stands in a file from `start` to `end` is written over. */
export interface Mutant {
  readonly path: string
  /** Counted from 1. */
  readonly line: number
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
}

/** What is written over a node. */
type Change = readonly [node: ts.Node, after: string]

/** Each is wrong for one value at least, and leaves a program that can be read. */
const OPPOSITES: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.TrueKeyword, 'false'],
  [ts.SyntaxKind.FalseKeyword, 'true'],
])

/**
 * Every fault that can be made in one line of a TypeScript file, or of `<script setup>` in a component, whose template is
 * left alone. So are types, imports, names of members, and texts with a space: sentences, and statements of SQL.
 */
export function mutantsIn(path: string, text: string): readonly Mutant[] {
  const source = ts.createSourceFile(path, path.endsWith('.vue') ? scriptOf(text) : text, ts.ScriptTarget.Latest, true)
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1
  const found: Mutant[] = []
  const visit = (node: ts.Node): void => {
    if (saysNothingAtRunTime(node)) return
    const [what, after] = changeOf(node) ?? [node]
    const [start, end] = [what.getStart(source), what.getEnd()]
    const line = lineOf(start)
    if (after !== undefined && line === lineOf(end)) {
      found.push({ path, line, start, end, before: text.slice(start, end), after })
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, visit)
  return found
}

/** The text with the fault. */
export function mutated(text: string, { start, end, after }: Mutant): string {
  return text.slice(0, start) + after + text.slice(end)
}

/** All else is blank, so that every position stays what it was. */
function scriptOf(component: string): string {
  const { 0: whole = '', index = 0 } = /(?<=<script setup[^>]*>)[^]*?(?=<\/script>)/.exec(component) ?? {}
  return component.slice(0, index).replace(/[^\n]/g, ' ') + whole
}

function saysNothingAtRunTime(node: ts.Node): boolean {
  return ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
}

function changeOf(node: ts.Node): Change | undefined {
  const opposite = OPPOSITES.get(node.kind)
  if (opposite !== undefined) return [node, opposite]
  // An empty statement keeps what stands before it from taking the next one.
  if (ts.isExpressionStatement(node)) return [node, ';']
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) return [node, '[]']
  return negatedCondition(node) ?? otherLiteral(node)
}

/** Negates a condition that has no operator to turn. */
function negatedCondition(node: ts.Node): Change | undefined {
  if (!ts.isIfStatement(node) && !ts.isConditionalExpression(node)) return undefined
  const condition = ts.isIfStatement(node) ? node.expression : node.condition
  return ts.isBinaryExpression(condition) ? undefined : [condition, `!(${condition.getText()})`]
}

function otherLiteral(node: ts.Node): Change | undefined {
  if (isName(node) || isLoaded(node)) return undefined
  if (ts.isNumericLiteral(node)) return [node, String(Number(node.text) + 1)]
  if (!ts.isStringLiteralLike(node) || node.text.includes(' ')) return undefined
  return [node, node.text === '' ? "'?'" : "''"]
}

/** Whether a node names a member that is made. */
const isName = (node: ts.Node): boolean => 'name' in node.parent && node.parent.name === node

/** A file, by `import()`. */
const isLoaded = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword

/** Steps of this part of the whole leave even gaps, however many there are; three for each line miss none. */
const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * Mutants spread evenly over the lines of all files, each in another one. The same seed and the same files give the same
 * ones, and a longer list begins as a shorter one.
 */
export function drawMutants(sources: ReadonlyMap<string, string>, seed: number, count: number): readonly Mutant[] {
  const lines = [...sources].flatMap(([path, text]) => [
    ...Map.groupBy(mutantsIn(path, text), ({ line }) => line).values(),
  ])
  const drawn = new Map<string, Mutant>()
  for (let step = 0; step < 3 * lines.length && drawn.size < count; step += 1) {
    const place = ((seed * Math.SQRT2 + step * GOLDEN) % 1) * lines.length
    const line = lines[Math.floor(place)] ?? []
    const mutant = line[Math.floor((place % 1) * line.length)]
    if (mutant !== undefined && !drawn.has(mutant.path)) drawn.set(mutant.path, mutant)
  }
  return [...drawn.values()]
}
