import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

// The minified file, once per document: otherwise browsers parse 1.3 MB for each check of hundreds of screens.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules of axe by tag or by name. */
export type Rules = { type: 'tag' | 'rule'; values: string[] }

export const standards: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** A violated rule, with the HTML of every element. */
export interface Finding {
  id: string
  html: string[]
}

/**
 * Violations of a page, which needs scripts.
 * @throws Error when the page has frames, which axe would skip
 */
export async function getFindings(page: Page, rules: Rules): Promise<Finding[]> {
  if (page.frames().length > 1) throw new Error('Axe does not look into the frames of a page')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as {
      axe: { run(context: Document, options: object): Promise<AxeResults> }
    }
    // Of passed rules only the number is reported.
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html) }))
  }, rules)
}
