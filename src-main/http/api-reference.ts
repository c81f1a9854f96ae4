import { ERROR_CATALOGUE } from '../../shared/contract/errors.ts'
import type { ErrorCode } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { HttpReply } from './http-reply.ts'
import { DOCUMENTED_PARTS, commonErrors, openApiDocument, SCHEMA_REFERENCE } from './openapi.ts'
import type { DescribedOperation, DocumentedPart } from './openapi.ts'
import { JSON_HEADERS, REFERENCE_HEADERS } from './security-headers.ts'

/** Style sheet of the API reference. It follows the colours of the system. */
const REFERENCE_STYLE = `:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: minmax(16rem, 22rem) 1fr; font: 15px/1.5 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid #8884; font-size: 13px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 2px 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { text-decoration: underline; }
main { padding: 1rem 2rem; max-width: 60rem; min-width: 0; }
h1 { font-size: 1.2rem; } h2 { font-size: 1.1rem; margin-top: 1.5rem; } h3 { font-size: 1rem; margin: 0; }
article { border: 1px solid #8884; border-radius: 6px; padding: .75rem 1rem; margin: .75rem 0; }
article:target { outline: 2px solid Highlight; }
code, pre, h3 b, nav b { font-family: ui-monospace, monospace; font-size: .92em; }
pre { overflow: auto; background: #8881; padding: .75rem; border-radius: 4px; }
h3 { overflow-wrap: anywhere; } h3 span { opacity: .75; font-weight: normal; }
dl { display: grid; grid-template-columns: 12rem 1fr; gap: .15rem 1rem; margin: .5rem 0; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
@media (max-width: 50rem) {
  body { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; height: auto; max-height: 40vh; border-right: none; border-bottom: 1px solid #8884; }
  nav a { padding: 6px 0; }
  main { padding: 1rem; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .35rem; }
  article { padding: .75rem; }
  td, th { padding: .3rem; }
}
`

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
${introduction(parts.map(({ part }) => part))}
${parts.map(({ part, listed }) => partSection(part, listed)).join('\n')}
${errorSection()}
</main>
</body>
</html>
`
}

/** What somebody needs to know before the first call. */
function introduction(parts: readonly DocumentedPart[]): string {
  const documents = parts.map((part) => `<a href="/openapi/${part}.json"><code>/openapi/${part}.json</code></a>`)
  return `<section>
<h2>Before the first call</h2>
<p>Every path below begins with its part. The parts vault, keystore and exchange answer without it as well. Bodies are JSON
in UTF-8, with <code>Content-Type: application/json</code>.</p>
<dl>
<dt>A signed-in user</dt><dd>sends the access token in <code>Authorization</code></dd>
<dt>A subscription key</dt><dd>is sent in <code>Service-Subscription-Key</code>; the exchange and the verifier ask for one</dd>
<dt>The operator</dt><dd>sends the password in <code>admin_password</code></dd>
<dt>A refusal</dt><dd>is the list <code>errors</code> with a code, a sentence and what of the request is wrong; see <a href="#errors">Errors</a></dd>
<dt>For programs</dt><dd>${documents.join(', ')}</dd>
</dl>
</section>`
}

function navigation(part: DocumentedPart, operations: readonly Operation[]): string {
  const entries = operations.map(
    ({ id, method, path }) => `<li><a href="#${escape(id)}"><b>${method}</b> ${escape(path)}</a></li>`,
  )
  const schemas = `<li><a href="#${part}.schemas">Schemas</a></li>`
  return `<h2>${part}</h2>\n<ul>\n${entries.join('\n')}\n${schemas}\n</ul>`
}

function partSection(part: DocumentedPart, operations: readonly Operation[]): string {
  const { paths, components } = openApiDocument(part, operations)
  const articles = operations.map((operation) =>
    operationArticle(operation, paths[operation.path]?.[operation.method.toLowerCase()]),
  )
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `<h4 id="${part}.schema.${name}">${name}</h4>\n<pre>${shown(part, schema)}</pre>`,
  )
  return `<section>
<h2>/${part}</h2>
${articles.join('\n')}
<h3 id="${part}.schemas">Schemas</h3>
${schemas.join('\n')}
</section>`
}

function operationArticle(operation: Operation, described: DescribedOperation | undefined): string {
  const own = new Set<ErrorCode>(operation.errors)
  const common = commonErrors(operation).filter((code) => !own.has(code))
  return `<article id="${escape(operation.id)}">
<h3><b>${operation.method}</b> <code><span>/${operation.api}</span>${escape(operation.path)}</code></h3>
<p>${escape(operation.summary)}. ${notesOf(operation)}</p>
<dl>
<dt>Operation</dt><dd><code>${escape(operation.id)}</code></dd>
<dt>Who may call</dt><dd>${escape(CALLERS[operation.auth])}</dd>
<dt>Acting for another user</dt><dd>${escape(DELEGATION[operation.delegation])}</dd>
${(operation.aliases ?? []).map((alias) => `<dt>Also at</dt><dd><code>${escape(alias)}</code></dd>`).join('')}
<dt>Errors of its own</dt><dd>${errorLinks([...own]) || 'none'}</dd>
<dt>Errors of many calls</dt><dd>${errorLinks(common)}</dd>
</dl>
${parameterTable(operation.api, described?.parameters ?? [])}
<details><summary>Body and replies</summary><pre>${shown(operation.api, shapesOf(described))}</pre></details>
</article>`
}

function notesOf({ extension, notBuiltYet }: Operation): string {
  return [
    ...(extension ? ['<em>Extension: not in the published interface.</em>'] : []),
    ...(notBuiltYet ? ['<em>Not built yet: answers 501.</em>'] : []),
  ].join(' ')
}

function errorLinks(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `<a href="#error-${code}"><code>${code}</code></a>`).join(', ')
}

function parameterTable(part: Operation['api'], parameters: DescribedOperation['parameters']): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, in: place, required, schema, ...parameter }) => {
    // The registry's own schemas: a record each.
    const { description, ...rules } = { ...(schema as Rules), ...parameter } as Rules
    const text = typeof description === 'string' ? `${escape(description)}<br>` : ''
    const where = `${escape(String(place))}${required === true ? ', required' : ''}`
    return `<tr><td><code>${escape(String(name))}</code></td><td>${where}</td><td>${text}<code>${linked(part, escape(rulesText(rules)))}</code></td></tr>`
  })
  return `<table><thead><tr><th>Parameter</th><th>In</th><th>Value</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

type Rules = Readonly<Record<string, unknown>>

/** A schema on one line: `string, maxLength 255`, `list of string, separated by commas`. */
function rulesText({ type, items, style: _style, explode, $ref, ...rules }: Rules): string {
  const isList = type === 'array'
  const kind = isList ? `list of ${rulesText(items as Rules)}` : (type ?? $ref)
  const others = Object.entries(rules).map(([rule, value]) => `${rule} ${JSON.stringify(value)}`)
  const separator = isList && explode === false ? ['separated by commas'] : []
  return [...(typeof kind === 'string' ? [kind] : []), ...others, ...separator].join(', ')
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

/** What is sent and what comes back; parameters and errors stand above. */
function shapesOf({ requestBody, responses = {} }: Partial<DescribedOperation> = {}): unknown {
  const replies = Object.entries(responses).filter(([status]) => Number(status) < FIRST_ERROR_STATUS)
  return { requestBody, replies: Object.fromEntries(replies) }
}

const FIRST_ERROR_STATUS = 400

function shown(part: Operation['api'], value: unknown): string {
  return linked(part, escape(JSON.stringify(value, null, 2)))
}

/** Text in which the name of a schema leads to it. */
function linked(part: Operation['api'], text: string): string {
  return text.replaceAll(
    new RegExp(`${SCHEMA_REFERENCE}(\\w+)`, 'g'),
    (reference, name: string) => `<a href="#${part}.schema.${name}">${reference}</a>`,
  )
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
