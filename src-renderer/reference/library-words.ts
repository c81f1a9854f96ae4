import { watch } from 'vue'
import { i18n, text } from '../i18n/i18n.ts'

/** What swagger-ui says by itself, always in English, by the last part of the message that says it in our languages. */
export const LIBRARY_WORDS: Readonly<Record<string, string>> = {
  Parameters: 'parameters',
  'No parameters': 'noParameters',
  Name: 'name',
  Description: 'description',
  Responses: 'responses',
  'Request body': 'requestBody',
  Code: 'code',
  Links: 'links',
  'No links': 'noLinks',
  'Headers:': 'headers',
  Type: 'type',
  'Media type': 'mediaType',
  'Parameter content type': 'parameterType',
  'Response content type': 'responseType',
  Controls: 'controls',
  'header.': 'controlled',
  'Example Value': 'exampleValue',
  'Edit Value': 'editValue',
  Schema: 'schema',
  Model: 'model',
  Schemas: 'schemas',
  Example: 'example',
  Examples: 'examples',
  'Examples:': 'examplesColon',
  'Example Description': 'exampleDescription',
  'Expand all': 'expandAll',
  'Collapse all': 'collapseAll',
  'Expand operation': 'expandOperation',
  'Collapse operation': 'collapseOperation',
  'Copy to clipboard': 'copy',
  'All of': 'allOf',
  'Any of': 'anyOf',
  'One of': 'oneOf',
  Not: 'not',
  If: 'if',
  Then: 'then',
  Else: 'else',
  Items: 'items',
  'Prefix items': 'prefixItems',
  Contains: 'contains',
  Properties: 'properties',
  'Property names': 'propertyNames',
  'Additional properties': 'additionalProperties',
  'Pattern properties': 'patternProperties',
  'Unevaluated items': 'unevaluatedItems',
  'Unevaluated properties': 'unevaluatedProperties',
  'Dependent schemas': 'dependentSchemas',
  'Content schema': 'contentSchema',
  Discriminator: 'discriminator',
  Default: 'default',
  Const: 'const',
  Enum: 'enum',
  'Enum:': 'enumColon',
  'Required when defined': 'requiredWhen',
  Extensions: 'extensions',
  'Extension Keywords': 'extensionKeywords',
  'External documentation': 'externalDocs',
  'Find more details': 'moreDetails',
  'Deprecated:': 'deprecated',
  'Warning: Deprecated': 'deprecatedWarning',
  Callbacks: 'callbacks',
  'No callbacks': 'noCallbacks',
  Value: 'value',
  'Value:': 'valueColon',
  Details: 'libraryDetails',
  'No operations defined in spec!': 'noOperations',
  'Unable to render this definition': 'notShown',
  'Array [': 'array',
  Servers: 'servers',
  'Server variables': 'serverVariables',
  'Computed URL:': 'computedUrl',
  'Try it out': 'tryItOut',
  Execute: 'execute',
  Cancel: 'cancel',
  Clear: 'clear',
  Reset: 'reset',
  Close: 'close',
  Authorize: 'authorize',
  Authorized: 'authorized',
  Logout: 'logout',
  'Available authorizations': 'authorizations',
  'Server response': 'serverResponse',
  'Response body': 'responseBody',
  'Response headers': 'responseHeaders',
  'Request URL': 'requestUrl',
  'Request duration': 'requestDuration',
  'Download file': 'download',
}

/** What stands here is of the interface or in code, also where it reads like a word of the library. */
const NOT_OF_THE_LIBRARY =
  'code, pre, textarea, .markdown, .json-schema-2020-12__title, .opblock-summary-path, .opblock-tag, [data-example]'
const SAID_BESIDES = ['aria-label', 'title', 'placeholder'] as const

/**
 * Says the library's words in the language of the page, for as long as the page is there. Only the text of a node is
 * written, never the node: the library goes on owning its elements. Changes are seen before they are drawn.
 */
export function translateLibrary(root: HTMLElement): void {
  /** What a node said in English, and what was written in place of it. */
  const said = new WeakMap<Node, { readonly english: string; readonly written: string }>()

  new MutationObserver((records) => {
    for (const { type, target, addedNodes, attributeName } of records) {
      if (type === 'attributes' && attributeName !== null) translateAttribute(target as Element, attributeName)
      else for (const node of type === 'characterData' ? [target] : addedNodes) translateWithin(node)
    }
  }).observe(root, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
    attributeFilter: [...SAID_BESIDES],
  })
  watch(i18n.global.locale, () => translateWithin(root), { immediate: true })

  function translateWithin(node: Node): void {
    if (node instanceof Text) translateText(node)
    if (!(node instanceof Element)) return
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) translateText(texts.currentNode as Text)
    for (const name of SAID_BESIDES) {
      if (node.hasAttribute(name)) translateAttribute(node, name)
      for (const inner of node.querySelectorAll(`[${name}]`)) translateAttribute(inner, name)
    }
  }

  function translateText(node: Text): void {
    const before = said.get(node)
    const english = before?.written === node.data ? before.english : node.data
    const written = inOwnWords(english, node.parentElement)
    if (written === undefined) return
    said.set(node, { english, written })
    if (node.data !== written) node.data = written
  }
}

function translateAttribute(element: Element, name: string): void {
  const written = inOwnWords(element.getAttribute(name) ?? '', element)
  if (written !== undefined && element.getAttribute(name) !== written) element.setAttribute(name, written)
}

/** Undefined where the library did not say it; spaces around a word stay. */
function inOwnWords(said: string, element: Element | null): string | undefined {
  const word = said.trim()
  if (!Object.hasOwn(LIBRARY_WORDS, word) || element === null || element.closest(NOT_OF_THE_LIBRARY)) return undefined
  return said.replace(word, () => text(`reference.library.${LIBRARY_WORDS[word] ?? ''}`))
}
