import type { Goal } from './goals.ts'
import {
  atMost,
  beyondFloorWithinMs,
  productAtLeast,
  productWithinMs,
  ratioAtLeast,
  ratioAtMost,
  SHOWN,
} from './goals.ts'

type Goals = Readonly<Record<string, Goal>>

/** A size that must not matter: as fast as the small one, or 1.3 times slower at most. */
const AS_FAST = ratioAtLeast(0.77)
/** The service thread has a turn for others at least so often, whatever it is sent. */
const NO_LONG_STALL = productWithinMs(25)
/** Nobody in front of the window feels it. */
const SMOOTH = [...productWithinMs(16), ...atMost(50, 'longest ms')]
export const LIST_MS = 5
/** From 10,000 rows to 1,000,000: three times the time at most. */
const GROWS_LITTLE = [...ratioAtLeast(0.33), ...productWithinMs(LIST_MS)]

/** Rows beside the least that any program must do for the same result. */
export const BESIDE_FLOOR: Goals = {
  'GET item with 4 slots over HTTP (P1)': ratioAtLeast(0.6),
  'POST item with 4 slots over HTTP (P2)': ratioAtLeast(0.6),
  'GET item with 4 slots, in process (P3)': ratioAtLeast(0.3),
  'page of 50, depth 99,000 beside depth 0 (P4)': AS_FAST,
  'page of 50 with slots, first, beside bare queries (P4)': ratioAtLeast(0.63),
  'page of 50 with slots, deep, beside bare queries (P4)': ratioAtLeast(0.63),
  'SRP login, server side (P12)': ratioAtLeast(0.67),
  'unlock a user, passphrase to keys (P8)': beyondFloorWithinMs(200),
  'make the sample workspace': productWithinMs(3_000),
  'lock with 8 users signed in': productWithinMs(200),
  'unlock a workspace besides hashing': productWithinMs(200),
  'share 1,000 items x 4 slots to 1 (P6)': ratioAtLeast(0.83),
  'share 1,000 items x 4 slots to 10 (P6)': ratioAtLeast(0.5),
  'share 1 item x 20 slots to 200': ratioAtLeast(0.5),
  'update task, 200 shares x 20 slots': ratioAtLeast(0.65),
  'open 1,000 received shares, first reading': ratioAtLeast(0.7),
  'open 1,000 received shares again': ratioAtLeast(0.4),
  'first page of members, 5,000 beside 50': AS_FAST,
  'first page of 5,000 members beside its query': SHOWN,
  'newest 50 shares, 10,000 beside 50': AS_FAST,
  'newest 50 of 10,000 shares beside their query': SHOWN,
  'alerts, 10,000 shares beside 50': AS_FAST,
  'shares of a fresh sign-in, 10,000 beside 50': AS_FAST,
  'read with its use noted once more': ratioAtLeast(0.95),
  'start to first answer, 100,000 items (P9)': ratioAtLeast(0.4),
  'idle memory, MiB (P10)': ratioAtMost(1.7),
  'packed serve --memory to first answer': productWithinMs(400),
  'packed serve --memory, idle, MiB': ratioAtMost(1.7),
  'packed, 10 at once, MiB': atMost(1_536, 'product MiB'),
  'palette: key press to first items drawn, 100,000 items': productWithinMs(50),
  'palette: first search in the values of 100,000 items': productWithinMs(15_000),
  'slowest switch of sections': productWithinMs(100),
  'slowest switch of sections, a sixth of the speed': productWithinMs(600),
  'longest frame while scrolling 100,000 items': productWithinMs(50),
  'longest frame while scrolling 100,000 items, a sixth of the speed': [],
  'verify, ldp_vc in ldp_vp, bare crypto (X1)': productAtLeast(200),
  'verify over HTTP with replay record (X3)': [...productAtLeast(150), ...atMost(20, 'p95 ms')],
  'evaluate 3 descriptors, 10 credentials (X7)': productAtLeast(20_000),
  'evaluate 3 descriptors, 1000 credentials (X8)': productWithinMs(5),
  'longest stall: verify, hostile bodies': NO_LONG_STALL,
  'longest stall: make a definition, hostile bodies': NO_LONG_STALL,
  'longest stall: verify, nodes that name each other': NO_LONG_STALL,
  'longest stall: verify, hostile SD-JWTs': NO_LONG_STALL,
  'longest stall: verify, many schemas': NO_LONG_STALL,
  'longest stall: verify, slow schemas': NO_LONG_STALL,
  'longest stall: verify, large status lists': NO_LONG_STALL,
  'honest presentations among ten hostile': [...productWithinMs(1_000), ...atMost(0, 'refused')],
  'verify the costliest hostile body, processor': productWithinMs(1_000),
  'answer to a filter that never ends': productAtLeast(3.3),
  'store 256 MiB, MiB a second: encrypt, then fsync (P7)': ratioAtLeast(0.6),
  'read 256 MiB, MiB a second: read, then decrypt (P7)': ratioAtLeast(0.6),
  'store 256 MiB, MiB a second: the stream alone': SHOWN,
  'store 256 MiB, MiB a second: the disk alone': SHOWN,
  'seal 256 MiB, MiB a second: bare, two threads beside one': SHOWN,
  'store 256 MiB, MiB a second: one thread (P7)': ratioAtLeast(1.4),
  'read 256 MiB, MiB a second: one thread (P7)': ratioAtLeast(1.4),
  'peak memory, MiB: 2 GiB beside 256 MiB': [...atMost(16, 'MiB more'), ...atMost(64, 'MiB above start')],
  'backup into a file, 2048 MiB of files, MiB a second': ratioAtLeast(0.5),
  'restore from a file, 2048 MiB of files, MiB a second': SHOWN,
  'whole presentation, linked data': SHOWN,
  'whole presentation, JWT': SHOWN,
}

/** How long others wait for the thread while something is done. */
export const STALLS: Goals = {
  'stall p99, store 256 MiB (P13)': SMOOTH,
  'stall p99, read 256 MiB (P13)': SMOOTH,
  'stall p99, read 1,000 items': SMOOTH,
  'stall p99, make 3,000 items, checkpoints among them': SMOOTH,
  'stall p99, share 1,000 items x 4 slots to 10': SMOOTH,
  'stall p99, share 1 item x 20 slots to 200': SMOOTH,
  'stall p99, update task, 200 shares x 20 slots': SMOOTH,
  'stall p99, open 1,000 received shares, first reading': SMOOTH,
  'stall p99, 6,000 GETs of an item over HTTP (P1)': SMOOTH,
  'stall p99, 1,500 POSTs of an item over HTTP (P2)': SMOOTH,
  'stall p99, verify 300 presentations': SMOOTH,
  'stall p99, make 10,000 items, one after the other': SMOOTH,
  'stall p99, read 100,000 items and search them 100 times': SMOOTH,
  'stall p99, delete a user with 1,000,000 rows': SMOOTH,
  'stall p99, backup of 100,000 items, nobody writes': SMOOTH,
  'stall p99, backup of 100,000 items, somebody writes': SMOOTH,
  'stall p99, backup of 100,000 items into a file, somebody writes': SMOOTH,
  'stall p99, restore a backup of 100,000 items, somebody writes': SMOOTH,
  'stall p99, remove 2048 MiB of files, somebody writes': productWithinMs(16), // the longest is as long without it
}

/** Rows beside what somebody would use instead. */
export const BESIDE_OTHERS: Goals = {
  'GET item over HTTP, json-server (P14)': ratioAtLeast(10),
  'GET item over HTTP, Prism (P14)': ratioAtLeast(5),
  'POST item to 10,000 over HTTP, json-server (P14)': ratioAtLeast(50),
  'POST item to 10,000 over HTTP, Prism': SHOWN,
  'the same beside @digitalbazaar/vc (X2)': ratioAtLeast(4),
  'first verification after start (X9)': productWithinMs(250),
  'verify, jwt_vc in jwt_vp, EdDSA, jose (X4)': productAtLeast(2_500),
  'verify, jwt_vc in jwt_vp, ES256, jose (X4)': productAtLeast(2_500),
  'verify, jwt_vc in jwt_vp, RS256, jose (X4)': productAtLeast(3_500),
  'verify an SD-JWT VC of ten disclosures, @sd-jwt/sd-jwt-vc': ratioAtLeast(0.8),
}

/** Lists of one user with 1,000,000 rows of each kind beside 10,000. */
export const GROWTH = {
  'items of an owner and templates (P17)': GROWS_LITTLE,
  'items by name and own (P17)': GROWS_LITTLE,
  'items of two templates (P17)': GROWS_LITTLE,
  'items of a node that lie late (P17)': GROWS_LITTLE,
  'items of a scheme (P17)': GROWS_LITTLE,
  'items shared with somebody, many (P17)': GROWS_LITTLE,
  'items shared with somebody, few (P17)': GROWS_LITTLE,
  'tasks of a state (P17)': GROWS_LITTLE,
  'tasks of a target (P17)': GROWS_LITTLE,
  'tasks of a type (P17)': GROWS_LITTLE,
  'received shares of a state (P17)': GROWS_LITTLE,
  'invitations of a state (P17)': GROWS_LITTLE,
  'events of a type on a day (P17)': GROWS_LITTLE,
  'alerts (P17)': GROWS_LITTLE,
  'numbers of items (P17)': GROWS_LITTLE,
  'numbers of items of a node (P17)': GROWS_LITTLE,
  'templates with how many items they have (P17)': GROWS_LITTLE,
} satisfies Goals

const ALL: Goals = { ...BESIDE_FLOOR, ...STALLS, ...BESIDE_OTHERS, ...GROWTH }

/** @throws {Error} for a row that nobody set a goal for */
export function goalOf(name: string): Goal {
  const goal = Object.hasOwn(ALL, name) ? ALL[name] : undefined
  if (goal === undefined) throw new Error(`bench/row-goals.ts has no goal for ${name}`)
  return goal
}

export const ROW_NAMES: readonly string[] = Object.keys(ALL)
