import type { LocationQueryRaw, RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from './text-of.ts'

/**
 * The address of every page, by its name. `:actor` is the user whose page it is, `:id` the open record. An optional
 * part ends with a question mark, and parentheses list the words that a part can be.
 */
export const ADDRESSES = {
  start: '/',
  users: '/users/:id?',
  settings: '/settings',
  inspector: '/inspector/:number(\\d+)?',
  'side-by-side': '/side-by-side/:left?/:right?',
  trust:
    '/trust/:tab(issuers|schemas|contexts|did-documents|issuer-metadata|trust-anchors|status-lists|keys|token-issuers|token-users|settings)?/:id?',
  operator: '/operator/:tab(reviews|schemes|templates|images|usage|audit)?/:id?',
  'definition-new': '/definitions/new',
  definitions: '/definitions/:definition?',
  'new-request': '/requests/new',
  requests: '/requests/:request?',
  home: '/u/:actor/home',
  items: '/u/:actor/items/:id?/:mode(edit)?',
  files: '/u/:actor/files/:tab(items|folders)?/:id?',
  tags: '/u/:actor/tags/:scheme?',
  sharing: '/u/:actor/sharing/:tab(waiting|incoming|outgoing|planned|graph)?/:share?',
  people: '/u/:actor/people/:tab(connections|invitations|delegations|children)?/:id?',
  tasks: '/u/:actor/tasks',
  events: '/u/:actor/events/:id?',
  organizations: '/u/:actor/organizations/:organization?/:tab(members|services|programs|keys|events)?/:id?',
  access: '/u/:actor/access/:tab(sessions|keys|login-keys|client-kit|account)?/:id?',
  wallet: '/u/:actor/wallet/:tab(runs|credentials|issue|scenarios)?/:id?',
} as const

export type PlaceName = keyof typeof ADDRESSES

type Segments<Path> = Path extends `${infer First}/${infer Rest}` ? First | Segments<Rest> : Path
type Variable<Name extends PlaceName> = Extract<Segments<(typeof ADDRESSES)[Name]>, `:${string}`>
type Optional<Name extends PlaceName> = Extract<Variable<Name>, `${string}?`>
type NameIn<Segment> = Segment extends `:${infer Name}(${string}`
  ? Name
  : Segment extends `:${infer Name}?`
    ? Name
    : Segment extends `:${infer Name}`
      ? Name
      : never
type OneOf<Words> = Words extends `${infer First}|${infer Rest}` ? First | OneOf<Rest> : Words
type ValueIn<Segment> = Segment extends `${string}(\\d+)${string}`
  ? string
  : Segment extends `${string}(${infer Words})${string}`
    ? OneOf<Words>
    : string

/** The parameters of a page's address: `{ actor: string; tab?: 'items' | 'folders'; id?: string }`. */
export type PlaceParams<Name extends PlaceName> = {
  readonly [Segment in Exclude<Variable<Name>, Optional<Name>> as NameIn<Segment>]: ValueIn<Segment>
} & {
  readonly [Segment in Optional<Name> as NameIn<Segment>]?: ValueIn<Segment> | undefined
}

type Given<Name extends PlaceName> =
  object extends PlaceParams<Name>
    ? [params?: PlaceParams<Name>, query?: LocationQueryRaw]
    : [params: PlaceParams<Name>, query?: LocationQueryRaw]

const paramsOf = (name: PlaceName): string[] =>
  Array.from(ADDRESSES[name].matchAll(/:(\w+)/g), ([, param = '']) => param)

/**
 * The address of a page, for links and the router. Parameters that are not given are left out.
 *
 * @param query the query of the address
 */
export function linkTo<Name extends PlaceName>(name: Name, ...[params, query]: Given<Name>) {
  const given: Readonly<Record<string, string | undefined>> = params ?? {}
  return {
    name,
    params: Object.fromEntries(paramsOf(name).map((param) => [param, given[param] ?? null])),
    ...(query && { query }),
  }
}

/** The parameters in an address. Only the actor is always present. */
type AddressParams = Readonly<Record<string, string | undefined>>

interface RouteOptions {
  /** Key of the name of the page. */
  readonly title: string
  /** The default tab. */
  readonly tab?: string
  /** Names of query parameters to read. */
  readonly query?: readonly string[]
  /** Maps the parameters to the props of the page, if they differ. */
  readonly props?: (params: AddressParams) => Record<string, unknown>
}

/** The route of a page, with the parameters of the address as props. */
export function routeTo(
  name: PlaceName,
  component: () => Promise<unknown>,
  { title, tab, query: names = [], props = (said) => ({ ...said }) }: RouteOptions,
): RouteRecordRaw {
  return {
    path: ADDRESSES[name],
    name,
    component,
    props: ({ params, query }: RouteLocationNormalized) => {
      const said = [
        ...paramsOf(name).map((param) => [param, textOf(params[param])] as const),
        ...names.map((word) => [word, textOf(query[word])] as const),
      ]
      return props({ ...Object.fromEntries(said), ...(tab !== undefined && { tab: textOf(params['tab']) ?? tab }) })
    },
    meta: { title },
  }
}
