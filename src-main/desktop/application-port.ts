/** What the desktop shell needs from the application; `src-main/composition/application.ts` implements it. */
export interface Application {
  /** The address of the loopback server, without a path. */
  readonly url: string
  /** The address of the window's page on the loopback server, with its one-time start code. */
  readonly ui: string
  readonly workbench: WorkbenchPort
  /** Answers a GET for a file of the window. */
  serveUi(request: Request): Promise<Response>
  /** Finishes running requests, checkpoints the database and releases the data directory. */
  close(): Promise<void>
}

/** The window's connection to the program, for messages, replies and events, which are all cloneable data. */
export interface WorkbenchPort {
  invoke(message: unknown): Promise<unknown>
  /** @returns a function that stops listening */
  subscribe(listener: (event: unknown) => void): () => void
  /** Called when the computer goes to sleep or locks its screen; the open workspace then locks if configured to. */
  noteComputer(what: 'sleeps' | 'locks_screen'): void
}

interface ApplicationOptions {
  readonly dataDirectory: string
  /** 0 picks a free port. */
  readonly port: number
  readonly demo: boolean
}

export type OpenApplication = (options: ApplicationOptions) => Promise<Application>

/** The exit code of a program that refuses to start and said why, the same as without a window. */
export const START_REFUSED = 2

/** The line on standard output that tells `npm start` that the page or an error message is visible. */
export const SHOWN_LINE = 'vaultbench: shown'
