import type { Node } from 'jsonc-parser'
import { findNodeAtLocation, findNodeAtOffset, getNodePath } from 'jsonc-parser'
import { pointerSteps } from '../../../../shared/presentation-exchange/json.ts'
import type { Location } from '../../../../shared/presentation-exchange/json.ts'
import type { JsonDocument } from './json-document.ts'

/** A range of a text in UTF-16 units; `to` is exclusive. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** The steps of a JSON Pointer (RFC 6901). A step of digits is an index only where the document has a list. */
export function stepsOf(pointer: string, value: unknown): Location {
  let at = value
  return pointerSteps(pointer).map((name) => {
    const step = Array.isArray(at) ? Number(name) : name
    at = typeof at === 'object' && at !== null ? (Reflect.get(at, step) as unknown) : undefined
    return step
  })
}

/**
 * The range to underline for a place: the value itself if it is a text, number or word; for an object or a list its
 * name, or the id of an entry, because whole underlined blocks are unreadable. A missing value is underlined where it
 * would be.
 *
 * @param byName whether the problem is about the member as such, not its value
 */
export function rangeOf({ tree, text }: JsonDocument, location: Location, byName = false): TextRange {
  if (tree === undefined) return { from: 0, to: Math.min(1, text.length) }
  const node = findNodeAtLocation(tree, [...location])
  if (node === undefined) return rangeOfContainer(nearest(tree, location))
  if (byName || isContainer(node)) return rangeOfContainer(node)
  return rangeOfNode(node)
}

/** The text range of the value at a place; undefined without one. */
export function valueRange({ tree }: JsonDocument, location: Location): TextRange | undefined {
  const node = tree && findNodeAtLocation(tree, [...location])
  return node && rangeOfNode(node)
}

/** The place at a position in the text; the name of a member counts as its value. */
export function locationAt({ tree }: JsonDocument, offset: number): Location {
  const node = tree && findNodeAtOffset(tree, offset, true)
  return node === undefined ? [] : getNodePath(node)
}

/** Number of the line of a position, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

function nearest(tree: Node, location: Location): Node {
  for (let length = location.length - 1; length > 0; length -= 1) {
    const found = findNodeAtLocation(tree, [...location.slice(0, length)])
    if (found !== undefined) return found
  }
  return tree
}

const isContainer = ({ type }: Node): boolean => type === 'object' || type === 'array'

const rangeOfNode = ({ offset, length }: Node): TextRange => ({ from: offset, to: offset + length })

function rangeOfContainer(node: Node): TextRange {
  const name = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
  if (name !== undefined) return rangeOfNode(name)
  const id = node.type === 'object' ? findNodeAtLocation(node, ['id'])?.parent : undefined
  if (id !== undefined && node.parent !== undefined) return rangeOfNode(id)
  return isContainer(node) ? { from: node.offset, to: node.offset + 1 } : rangeOfNode(node)
}
