import type { Method, Operation } from '../../shared/contract/operation.ts'
import type { RemovedEndpoint } from '../../shared/contract/removed-endpoints.ts'

/** An operation under one of its spellings. */
export interface Route {
  readonly operation: Operation
  readonly paramNames: readonly string[]
}

/** A path that is served, or once was. */
export interface MatchedPath {
  /** The decoded values of the `{…}` segments in order. */
  readonly values: readonly string[]
  /** The operations of a method, in registry order; more than one if two parts share a path. */
  routesOf(method: Method): readonly Route[]
  removedOf(method: Method): RemovedEndpoint | undefined
  /** The served methods, in a fixed order. */
  readonly methods: readonly Method[]
}

export type RouteTable = ReturnType<typeof createRouteTable>

interface Place {
  readonly routes: Map<Method, Route[]>
  readonly removed: Map<Method, RemovedEndpoint>
  methods: readonly Method[]
}

interface Branch {
  readonly literals: Map<string, Branch>
  /** Matches any one segment. */
  parameter: Branch | undefined
  place: Place | undefined
  /** Matches everything below this path. */
  below: Place | undefined
}

const METHOD_ORDER: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const NO_ROUTES: readonly Route[] = []

/** Arranges operations and removed endpoints by path. A literal segment takes precedence over a parameter. */
export function createRouteTable(operations: readonly Operation[], removedEndpoints: readonly RemovedEndpoint[]) {
  const root = newBranch()
  for (const operation of operations) {
    for (const path of [operation.path, ...(operation.aliases ?? [])]) addOperation(root, operation, path)
  }
  for (const removed of removedEndpoints) addRemoved(root, removed)

  return {
    /**
     * @param path as sent, without the query. A trailing slash or `.json` is ignored (docs/contract/vault.md, Mounts).
     */
    find(path: string) {
      const values: string[] = []
      const place = findPlace(root, segmentsOf(path), 0, values)
      return place && matched(place, values)
    },
  }
}

function matched(place: Place, segments: readonly string[]): MatchedPath | undefined {
  const values = segments.map(decodeSegment)
  if (!values.every((value) => value !== undefined)) return undefined
  return {
    values,
    routesOf: (method) => place.routes.get(method) ?? NO_ROUTES,
    removedOf: (method) => place.removed.get(method),
    methods: place.methods,
  }
}

function addOperation(root: Branch, operation: Operation, path: string): void {
  const branch = branchFor(root, segmentsOf(path))
  branch.place ??= newPlace()
  const { routes } = branch.place
  const route = { operation, paramNames: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '') }
  routes.set(operation.method, [...(routes.get(operation.method) ?? []), route])
  branch.place.methods = METHOD_ORDER.filter((method) => routes.has(method))
}

function addRemoved(root: Branch, endpoint: RemovedEndpoint): void {
  const below = endpoint.path.endsWith('/*')
  const branch = branchFor(root, segmentsOf(below ? endpoint.path.slice(0, -2) : endpoint.path))
  const place = (below ? branch.below : branch.place) ?? newPlace()
  if (below) branch.below = place
  else branch.place = place
  for (const method of endpoint.methods) if (!place.removed.has(method)) place.removed.set(method, endpoint)
}

function branchFor(root: Branch, segments: readonly string[]): Branch {
  return segments.reduce((branch, segment) => {
    if (segment.startsWith('{')) return (branch.parameter ??= newBranch())
    const next = branch.literals.get(segment) ?? newBranch()
    branch.literals.set(segment, next)
    return next
  }, root)
}

/** Walks down the tree, and collects the segments of parameters in `values`. */
function findPlace(branch: Branch, segments: readonly string[], from: number, values: string[]): Place | undefined {
  const segment = segments[from]
  if (segment === undefined) return branch.place
  const literal = branch.literals.get(segment)
  const found = literal && findPlace(literal, segments, from + 1, values)
  if (found !== undefined) return found
  if (branch.parameter !== undefined && segment !== '') {
    values.push(segment)
    const place = findPlace(branch.parameter, segments, from + 1, values)
    if (place !== undefined) return place
    values.pop()
  }
  return branch.below
}

function segmentsOf(path: string): readonly string[] {
  let end = path.length
  while (end > 0 && path.charCodeAt(end - 1) === 0x2f) end -= 1
  const bare = path.slice(0, end)
  return (bare.endsWith('.json') ? bare.slice(0, -'.json'.length) : bare).split('/').slice(1)
}

function decodeSegment(segment: string): string | undefined {
  try {
    return segment.includes('%') ? decodeURIComponent(segment) : segment
  } catch {
    return undefined // not UTF-8, so it matches nothing
  }
}

function newBranch(): Branch {
  return { literals: new Map(), parameter: undefined, place: undefined, below: undefined }
}

function newPlace(): Place {
  return { routes: new Map(), removed: new Map(), methods: [] }
}
