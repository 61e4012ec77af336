type Reporter = (error: unknown, what: string) => void

let report: Reporter = () => undefined

/** Says where faults of the browser go from now on; until then they go nowhere. */
export function setErrorReporter(reporter: Reporter): void {
  report = reporter
}

/** Reports what the shopper need not know but we should. */
export function reportError(error: unknown, what: string): void {
  report(error, what)
}
