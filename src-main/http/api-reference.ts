import { ERROR_CATALOGUE } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { HttpReply } from './http-reply.ts'
import { DOCUMENTED_PARTS, commonErrors, describeOperation, openApiDocument } from './openapi.ts'
import type { DescribedOperation, DocumentedPart } from './openapi.ts'
import { REFERENCE_STYLE } from './reference-style.ts'
import { JSON_HEADERS, REFERENCE_HEADERS } from './security-headers.ts'

/**
 * The machine-readable documents at `/openapi/<part>.json` and a page for people at `/docs`, both made from the
 * registry. The page is plain HTML with one style sheet: no script, nothing from elsewhere. Each file is made when it
 * is first asked for and kept.
 *
 * @returns paths, and what to serve there
 */
export function apiReference(operations: readonly Operation[]): readonly (readonly [string, () => HttpReply])[] {
  const page = madeOnce(() => pageReply('text/html; charset=utf-8', referencePage(operations)))
  return [
    ...DOCUMENTED_PARTS.map(
      (part) => [`/openapi/${part}.json`, madeOnce(() => documentReply(part, operations))] as const,
    ),
    ['/docs', page],
    ['/docs/', page],
    ['/docs/reference.css', () => pageReply('text/css; charset=utf-8', REFERENCE_STYLE)],
  ]
}

function madeOnce(make: () => HttpReply): () => HttpReply {
  let made: HttpReply | undefined
  return () => (made ??= make())
}

function documentReply(part: DocumentedPart, operations: readonly Operation[]): HttpReply {
  return { status: 200, headers: JSON_HEADERS, body: JSON.stringify(openApiDocument(part, operations)) }
}

function pageReply(type: string, body: string): HttpReply {
  return { status: 200, headers: { ...REFERENCE_HEADERS, 'Content-Type': type }, body }
}

function referencePage(operations: readonly Operation[]): string {
  const parts = DOCUMENTED_PARTS.map((part) => ({ part, listed: operations.filter(({ api }) => api === part) })).filter(
    ({ listed }) => listed.length > 0,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API reference</title>
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<nav aria-label="Operations">
<h1>API reference</h1>
${parts.map(({ part, listed }) => navigation(part, listed)).join('\n')}
<h2><a href="#errors">Errors</a></h2>
</nav>
<main>
${parts.map(({ part, listed }) => partSection(part, listed)).join('\n')}
${errorSection()}
</main>
</body>
</html>
`
}

function navigation(part: DocumentedPart, operations: readonly Operation[]): string {
  const entries = operations.map(
    ({ id, method, path }) => `<li><a href="#${escape(id)}"><b>${method}</b> ${escape(path)}</a></li>`,
  )
  return `<h2>${part}</h2>\n<ul>\n${entries.join('\n')}\n</ul>`
}

function partSection(part: DocumentedPart, operations: readonly Operation[]): string {
  return `<section>
<h2>/${part}</h2>
<p><a href="/openapi/${part}.json">OpenAPI document</a></p>
${operations.map((operation) => operationArticle(operation, describeOperation(operation))).join('\n')}
</section>`
}

function operationArticle(operation: Operation, described: DescribedOperation): string {
  const codes = [...new Set([...operation.errors, ...commonErrors(operation)])]
  return `<article id="${escape(operation.id)}">
<h3><b>${operation.method}</b> <code>${escape(operation.path)}</code></h3>
<p>${escape(operation.summary)}${operation.extension ? ' <em>Extension: not in the published interface.</em>' : ''}</p>
<dl>
<dt>Operation</dt><dd><code>${escape(operation.id)}</code></dd>
<dt>Who may call</dt><dd>${escape(CALLERS[operation.auth])}</dd>
<dt>Acting for another user</dt><dd>${escape(DELEGATION[operation.delegation])}</dd>
${(operation.aliases ?? []).map((alias) => `<dt>Also at</dt><dd><code>${escape(alias)}</code></dd>`).join('')}
<dt>Errors</dt><dd>${codes.map((code) => `<a href="#error-${code}"><code>${code}</code></a>`).join(', ')}</dd>
</dl>
${details(shapesOf(described))}
</article>`
}

const CALLERS: Readonly<Record<Operation['auth'], string>> = {
  none: 'anybody',
  user: 'a signed-in user, by access token or JSON Web Token',
  token: 'a signed-in user, by access token',
  optional: 'anybody; a signed-in user may see more',
  operator: 'the operator, by password',
  operator_user: 'the operator, by password, in the session of a signed-in user',
  key: 'whoever holds a subscription key',
  window: 'the window only',
}

const DELEGATION: Readonly<Record<Operation['delegation'], string>> = {
  ignored: 'no effect: the call always concerns the caller',
  refused: 'not possible',
  reader: 'delegates of any role',
  admin: 'delegates with role admin or owner',
  owner: 'delegates with role owner',
}

/** What is sent and what comes back; errors stand above. */
function shapesOf({ parameters, requestBody, responses }: DescribedOperation): unknown {
  const replies = Object.entries(responses).filter(([status]) => Number(status) < FIRST_ERROR_STATUS)
  return { parameters, requestBody, replies: Object.fromEntries(replies) }
}

const FIRST_ERROR_STATUS = 400

function details(value: unknown): string {
  const text = escape(JSON.stringify(value, null, 2))
  return `<details><summary>Parameters, body and replies</summary><pre>${text}</pre></details>`
}

function errorSection(): string {
  const rows = Object.entries(ERROR_CATALOGUE).map(
    ([code, { status, meaning }]) =>
      `<tr id="error-${code}"><td><code>${code}</code></td><td>${status}</td><td>${escape(meaning)}</td></tr>`,
  )
  return `<section id="errors">
<h2>Errors</h2>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
</section>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
