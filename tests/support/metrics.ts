/** The metrics of a process, from its own port. */
export async function readMetrics(port: number | string): Promise<string> {
  const address = `http://127.0.0.1:${port}/metrics`
  // An open connection would count as one of the process.
  return (await fetch(address, { headers: { Connection: 'close' } })).text()
}

/** The sum of the samples on matching lines; 0 without one. */
export async function sumSamples(port: number | string, line: RegExp): Promise<number> {
  const samples = (await readMetrics(port)).split('\n').filter((each) => line.test(each))
  return samples.reduce((sum, each) => sum + Number(each.split(' ').at(-1)), 0)
}
