import { bindTexts } from '~/lib/bind-text.server'
import type { LandingFile } from '~/operator/file-schemas.server'

import { gains, ownTexts, questions, steps } from './texts'

/** The landing page's texts: the operator's, or else ours. */
export function landingTexts(file: LandingFile | null) {
  const given = file ?? {}
  const word = (name: keyof typeof ownTexts) => given[name] ?? ownTexts[name]
  const seen = bindTexts({
    // The part between asterisks has the bright colour.
    title: word('title').split('*'),
    lead: word('lead'),
    gainsTitle: word('gainsTitle'),
    gains: gains.map((gain) => ({
      ...gain,
      title: given[gain.key]?.title ?? gain.title,
      text: given[gain.key]?.text ?? gain.text,
    })),
    stepsTitle: word('stepsTitle'),
    steps: steps.map((step, at) => ({
      ...step,
      title: given.steps?.[at]?.title ?? step.title,
      text: given.steps?.[at]?.text ?? step.text,
    })),
    questionsTitle: word('questionsTitle'),
    questions: given.questions ?? questions,
    closingTitle: word('closingTitle'),
    closingText: word('closingText'),
  })
  return { description: word('description'), ...seen }
}
