import { Pool } from 'undici'

export interface Shot {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: Buffer | string
}

export interface Hit {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Sends many requests over few connections, without redirects and cookies. */
export function createLoadClient(address: string, connections = 16) {
  const pool = new Pool(address, { connections, pipelining: 1 })
  async function send({ method = 'GET', path, headers = {}, body }: Shot): Promise<Hit> {
    const response = await pool.request({ method, path, headers, body: body ?? null })
    return {
      status: response.statusCode,
      headers: response.headers,
      text: await response.body.text(),
    }
  }
  return {
    send,
    /** Sends them all, as many at a time as there are connections. */
    async each<Item>(items: readonly Item[], work: (item: Item, index: number) => Promise<void>) {
      let next = 0
      const worker = async () => {
        for (let index = next++; index < items.length; index = next++)
          await work(items[index]!, index)
      }
      await Promise.all(Array.from({ length: connections }, worker))
    },
    close: () => pool.close(),
  }
}
