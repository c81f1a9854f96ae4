import type { App } from 'vue'
import { createApp } from 'vue'
import SwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import type { ReferenceUi } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { i18n, text } from '../i18n/i18n.ts'
import CallExamples from './CallExamples.vue'
import type { Json, ReferenceDocument } from './reference-document.ts'
import { isFound, rulesOf } from './reference-document.ts'

/*
 * The changes to swagger-ui: no top bar, servers or sign-in, texts without HTML, a search over operations instead of
 * tags, and examples instead of trying a call.
 */

interface Props {
  readonly [name: string]: unknown
  readonly children?: unknown
}
type Component = (props: Props) => unknown
type CreateElement = (type: unknown, props: Props | null, ...children: readonly unknown[]) => unknown

/** The argument that the library passes to plug-ins; it publishes no types for it. */
interface System {
  readonly React: { readonly createElement: CreateElement }
  readonly getComponent: (name: string, isContainer?: boolean) => Component
  readonly layoutSelectors: { readonly currentFilter: () => unknown }
}

interface Group {
  get(name: 'operations'): {
    readonly size: number
    filter(keep: (entry: { get(name: 'path' | 'method'): string }) => boolean): unknown
  }
  set(name: 'operations', operations: unknown): Group
}

interface Groups {
  map(change: (group: Group) => Group): Groups
  filter(keep: (group: Group) => boolean): Groups
}

/** Shows the document in an element that exists as long as the page. */
export function showReference(element: HTMLElement, document: ReferenceDocument): ReferenceUi {
  return SwaggerUi({
    domNode: element,
    spec: document,
    plugins: [ownParts(document)],
    layout: 'ReferenceLayout',
    deepLinking: true,
    docExpansion: 'none',
    displayOperationId: true,
    defaultModelsExpandDepth: 0,
    defaultModelRendering: 'model',
    filter: true,
    supportedSubmitMethods: [],
    syntaxHighlight: { activated: false },
    validatorUrl: null,
  })
}

function ownParts(document: ReferenceDocument) {
  return ({ React: { createElement } }: System) => ({
    components: {
      ReferenceLayout: ({ getComponent }: { getComponent: System['getComponent'] }) =>
        createElement(
          'div',
          { className: 'swagger-ui' },
          createElement(getComponent('operations', true), null),
          createElement(getComponent('Models', true), null),
        ),
      // A link inside the button that opens an operation could not be focused; the address has the open operation anyway.
      DeepLink: (props: Props) => createElement('span', null, props['text']),
      // Rules replace fields, because nothing can be sent from here, and the library shows few rules of a value.
      JsonSchemaForm: ({ schema }: Props) => valueRules(createElement, isImmutable(schema) ? schema.toJS() : {}),
      JSONSchema202012Accordion: (props: Props) => accordion(createElement, props),
      Markdown: ({ source }: { source?: string }) => paragraphs(createElement, source ?? ''),
    },
    wrapComponents: {
      authorizeOperationBtn: () => () => null,
      OperationServers: () => () => null,
      responses: (original: Component) => (props: Props) =>
        createElement(
          'div',
          null,
          createElement('div', { ref: examplesOf(document, String(props['path']), String(props['method'])) }),
          createElement(original, props),
        ),
    },
    fn: {
      opsFilter: (groups: Groups, typed: string) =>
        groups
          .map((group) =>
            group.set(
              'operations',
              group.get('operations').filter((entry) => fits(document, entry.get('path'), entry.get('method'), typed)),
            ),
          )
          .filter((group) => group.get('operations').size > 0),
    },
    statePlugins: {
      layout: {
        wrapActions: { scrollToElement: () => scrollToHeadline },
        wrapSelectors: {
          // Opens the groups of search results.
          isShown:
            (original: (...given: readonly unknown[]) => boolean, { layoutSelectors }: System) =>
            (_state: unknown, place: unknown, ...rest: readonly unknown[]) =>
              (isGroup(place) && isTyped(layoutSelectors.currentFilter())) || original(place, ...rest),
        },
      },
    },
  })
}

/**
 * The library scrolls before the opened operation is drawn, and so too far. This scrolls to its headline again
 * afterwards.
 */
function scrollToHeadline(element: Element): void {
  const list = element.closest('main')
  const scroll = () => list?.scrollBy(0, element.getBoundingClientRect().top - list.getBoundingClientRect().top)
  requestAnimationFrame(() => requestAnimationFrame(scroll))
}

function isGroup(place: unknown): boolean {
  return Array.isArray(place) && place[0] === 'operations-tag'
}

function isTyped(filter: unknown): boolean {
  return typeof filter === 'string' && filter !== ''
}

function fits(document: ReferenceDocument, path: string, method: string, typed: string): boolean {
  const operation = document.paths[path]?.[method]
  return operation !== undefined && isFound(path, method, operation, typed)
}

/** Paragraphs and code of our own descriptions. Nothing of a text ever becomes an element, so no policy is needed. */
function paragraphs(createElement: CreateElement, source: string): unknown {
  const lines = source
    .replace(/<\/?i>/g, '')
    .split('\n\n')
    .map((line, index) =>
      createElement(
        'p',
        { key: index },
        ...line.split('`').map((piece, at) => (at % 2 === 0 ? piece : createElement('code', { key: at }, piece))),
      ),
    )
  return createElement('div', { className: 'markdown' }, ...lines)
}

function valueRules(createElement: CreateElement, schema: Json): unknown {
  const { description, rules } = rulesOf(schema)
  return createElement(
    'div',
    null,
    createElement('p', null, description),
    createElement('code', { className: 'value-rules' }, rules),
  )
}

function isImmutable(value: unknown): value is { toJS(): Json } {
  return typeof value === 'object' && value !== null && 'toJS' in value
}

/** Opens and closes what a schema has inside. The library's own has no name where the schema has no title. */
function accordion(createElement: CreateElement, { expanded, children, onChange }: Props): unknown {
  const isOpen = expanded === true
  const toggle = (event: unknown) => {
    const change = onChange as ((event: unknown, isOpen: boolean) => void) | undefined
    change?.(event, !isOpen)
  }
  return createElement(
    'button',
    { type: 'button', className: 'json-schema-2020-12-accordion', 'aria-expanded': isOpen, onClick: toggle },
    children,
    createElement('span', { className: 'sr-only' }, text('reference.details')),
    createElement('span', { 'aria-hidden': true }, isOpen ? ' ▾ ' : ' ▸ '),
  )
}

/** A part of ours inside of the library's: it lives for as long as the element it was given. */
function examplesOf(document: ReferenceDocument, path: string, method: string) {
  let app: App | undefined
  return (element: HTMLElement | null) => {
    app?.unmount()
    const operation = document.paths[path]?.[method]
    if (element === null || operation === undefined) return
    app = createApp(CallExamples, { call: { path, method: method.toUpperCase(), operation }, document }).use(i18n)
    // Two applications on one page count their ids apart, or their groups of radio buttons are one.
    app.config.idPrefix = operation.operationId
    app.mount(element)
  }
}
