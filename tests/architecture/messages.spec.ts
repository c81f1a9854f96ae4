// Proves docs/contract/vault.md, Errors.

import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const files = globSync(['src-main/**/*.ts', 'shared/**/*.ts'], { cwd: ROOT })
  .filter((path) => !path.endsWith('.spec.ts'))
  .map((path) => ({ path, source: sourceOf(path) }))

function sourceOf(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(new URL(path, ROOT), 'utf8'), ts.ScriptTarget.Latest, true)
}

/** What may stand for any words in a text that is put together. */
const ANY = 'X'

/** The texts an expression can be; nothing where it is not written down here. */
function textsOf(node: ts.Expression | undefined): readonly string[] {
  if (node === undefined) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node)) {
    return [node.head.text + node.templateSpans.map(({ literal }) => ANY + literal.text).join('')]
  }
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)]
  return []
}

/** Functions that make a `ServiceError` of a parameter of theirs: by name, which parameter is the message. */
function messageParameters(source: ts.SourceFile): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const visit = (node: ts.Node, within: ts.FunctionDeclaration | undefined): void => {
    const inner = ts.isFunctionDeclaration(node) ? node : within
    const message = isServiceError(node) ? node.arguments?.[1] : undefined
    if (message !== undefined && ts.isIdentifier(message) && inner?.name !== undefined) {
      const index = inner.parameters.findIndex(({ name }) => name.getText() === message.text)
      if (index >= 0) found.set(inner.name.text, index)
    }
    ts.forEachChild(node, (child) => {
      visit(child, inner)
    })
  }
  visit(source, undefined)
  return found
}

function isServiceError(node: ts.Node): node is ts.NewExpression {
  return ts.isNewExpression(node) && node.expression.getText() === 'ServiceError'
}

function messagesIn(source: ts.SourceFile): readonly string[] {
  const makers = messageParameters(source)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isServiceError(node)) found.push(...textsOf(node.arguments?.[1]))
    if (ts.isCallExpression(node)) {
      const index = makers.get(node.expression.getText())
      if (index !== undefined) found.push(...textsOf(node.arguments[index]))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

it('messages of errors › are whole sentences, wherever they are written', () => {
  const messages = files.flatMap(({ path, source }) => messagesIn(source).map((message) => `${path}: ${message}`))

  expect(messages.length).toBeGreaterThan(200)
  expect(messages.filter((message) => !/: (?:[A-Z]|`)[^]*[^.][.?]$/.test(message))).toEqual([])
})
