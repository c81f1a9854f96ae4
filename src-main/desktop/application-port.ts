/** What the desktop shell needs from the application it shows; `src-main/composition/application.ts` provides it. */
export interface Application {
  /** Address of the loopback server, without a path. */
  readonly url: string
  /** Address of the window's page on the loopback server, with its one-use start code. */
  readonly ui: string
  readonly workbench: WorkbenchPort
  /** Answers a GET for a file of the window, wherever it is shown. */
  serveUi(request: Request): Promise<Response>
  /** Finishes running requests, checkpoints the database and releases the data directory. */
  close(): Promise<void>
}

/**
 * The window's connection to the program: messages in, replies out, events pushed. All of it is cloneable data. Power
 * and lock events of the computer use it too.
 */
export interface WorkbenchPort {
  invoke(message: unknown): Promise<unknown>
  /** @returns how to stop listening */
  subscribe(listener: (event: unknown) => void): () => void
  /** The computer says that nobody sits at it; the open workspace locks where it is set to. */
  noteComputer(what: 'sleeps' | 'locks_screen'): void
}

interface ApplicationOptions {
  readonly dataDirectory: string
  /** 0 picks a free one. */
  readonly port: number
  readonly demo: boolean
}

export type OpenApplication = (options: ApplicationOptions) => Promise<Application>

/** Exit code of a program that told a person why it does not start; as that of the service without a window. */
export const START_REFUSED = 2

/** The line on standard output that tells `npm start` that a person sees something: the page, or why there is none. */
export const SHOWN_LINE = 'vaultbench: shown'
