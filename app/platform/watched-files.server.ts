import { ZodError } from 'zod'

import { errorReports } from './error-reports.server'
import type { FileState } from './live-file.server'
import { log } from './log.server'
import { metrics } from './metrics.server'

const watched: (() => FileState[])[] = []

/** Adds files to the list that operators see. */
export function watchFiles(states: () => FileState[]): void {
  watched.push(states)
}

/** The state of every live file. */
export function watchedFiles(): (Omit<FileState, 'fault'> & { fault: string | null })[] {
  return watched.flatMap((states) =>
    states().map((state) => ({ ...state, fault: state.fault ? fileErrorText(state.fault) : null })),
  )
}

/** An error of a file as text, with names but no contents. */
export function fileErrorText(fault: unknown): string {
  if (fault instanceof ZodError)
    return fault.issues
      .slice(0, 5)
      .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
      .join('; ')
  if (fault instanceof SyntaxError) return 'is not JSON'
  const { code, message } = fault as NodeJS.ErrnoException
  return code ? `cannot be read (${code})` : message
}

/** A file that never existed is no error, because a built-in one replaces it. */
const isAbsent = (fault: unknown) => (fault as NodeJS.ErrnoException).code === 'ENOENT'

/** Reports an invalid version of a file once: in the log, the metrics and the error reports. */
export function reportFileError(file: string, fault: unknown): void {
  if (isAbsent(fault)) {
    metrics.fileBad.set({ file }, 0)
    return
  }
  const faultMessage = fileErrorText(fault)
  log.error({ file, fault: faultMessage }, 'a file of the operator is bad; the last good one stays')
  metrics.fileReloads.inc({ file, outcome: 'bad' })
  metrics.fileBad.set({ file }, 1)
  errorReports.report(new Error(`${file}: ${faultMessage}`), { where: 'files' })
}

/** Logs a newly loaded version. */
export function logLoadedFile(file: string): void {
  log.info({ file }, 'a file of the operator is in force')
  metrics.fileReloads.inc({ file, outcome: 'good' })
  metrics.fileBad.set({ file }, 0)
}
