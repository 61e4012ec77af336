import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { publicPageMeta } from './page-meta'
import { notFound } from '~/platform/not-found.server'
import { ConsentForm } from './consent'
import { classes } from '~/ui/classes'
import { PageHeader } from '~/ui/page-header'

import styles from './document.module.css'
import { getDocument } from './documents.server'

export const handle = { isStatic: true }

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  data
    ? publicPageMeta(matches, {
        title: data.text.title,
        description: data.text.description,
        path: data.path,
      })
    : []

/** One document of `content/`, named in the address. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const name = new URL(request.url).pathname.toLowerCase().replaceAll('/', '')
  const text = await getDocument(name)
  if (!text) throw notFound(request)
  const isAboutCookies = name === 'cookie-policy'
  return {
    text,
    path: `/${name}`,
    consent: isAboutCookies ? { choice: context.cookies.read('v1_consent') } : null,
  }
}

const LEAST_PARTS_FOR_CONTENTS = 3

export default function DocumentScreen() {
  const { text, path, consent } = useLoaderData<typeof loader>()
  const hasContents = text.headings.length >= LEAST_PARTS_FOR_CONTENTS
  return (
    <div className={classes('stack', styles.screen)}>
      <div className={styles.head}>
        <PageHeader title={text.title} />
      </div>
      {hasContents && (
        <nav className={styles.contents} aria-labelledby="contents-title">
          <h2 className={styles.contentsTitle} id="contents-title">
            На этой странице
          </h2>
          <ul className={styles.parts}>
            {text.headings.map(({ id, text: headingText }) => (
              <li key={id}>
                <a className={styles.part} href={`#${id}`}>
                  {headingText}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className={styles.body}>
        <article
          className={`prose ${styles.text}`}
          dangerouslySetInnerHTML={{ __html: text.html }}
        />
        {consent && (
          <div className={styles.consent}>
            <ConsentForm choice={consent.choice} returnTo={path} isSetting />
          </div>
        )}
      </div>
    </div>
  )
}
