import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '../../scripts/local-server'
import { startProgram } from './program'

export type NginxProcess = Awaited<ReturnType<typeof startNginx>>

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']

/** The path of nginx: `NGINX_PATH` or a usual place, because Debian leaves it out of a user's PATH. */
function findNginx(): string {
  const found = process.env.NGINX_PATH ?? PLACES.find((path) => existsSync(path))
  if (!found) throw new Error('nginx was not found: install it, or set NGINX_PATH')
  return found
}

/**
 * Starts a real nginx with its default buffers in front of these containers, which it uses in turn.
 * @param addresses of the containers, `http://localhost:3000`
 * @param settings further lines of its configuration
 */
export async function startNginx(addresses: string[], settings = '') {
  const folder = await mkdtemp(join(tmpdir(), 'april-nginx-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) await mkdir(join(folder, name))
  await writeFile(
    join(folder, 'nginx.conf'),
    `
    daemon off;
    worker_processes 1;
    pid ${folder}/pid;
    error_log ${folder}/errors;
    events {}
    http {
      access_log off;
      client_body_temp_path ${folder}/body;
      proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi;
      scgi_temp_path ${folder}/scgi;
      upstream april {
        ${addresses.map((address) => `server ${new URL(address).host};`).join('\n        ')}
      }
      server {
        listen 127.0.0.1:${port};
        ${settings}
        location = /nginx { return 204; }
        location / {
          proxy_pass http://april;
          proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $remote_addr;
        }
      }
    }`,
  )
  const isReady = () =>
    fetch(`${url}/nginx`).then(
      ({ ok }) => ok,
      () => false,
    )
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  const { stop } = await startProgram(findNginx(), args, isReady)
  return {
    url,
    /** nginx's error log, which names faults of the containers behind it. */
    errors: () => readFile(join(folder, 'errors'), 'utf8'),
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
