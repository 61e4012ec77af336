import { z } from 'zod'

import { killSwitches, type SwitchName } from '~/domain/switch-names'

const textOfAtMost = (most: number, meaning: string) =>
  z.string().trim().min(1).max(most).optional().describe(meaning)

const moment = (meaning: string) =>
  z.iso
    .datetime({ offset: true, error: 'must be such as 2026-03-01T09:00:00+03:00' })
    .optional()
    .describe(meaning)

/** `notice.json`: one notice for visitors. */
export const noticeSchema = z
  .strictObject({
    kind: z.enum(['info', 'warning']).default('info').describe('how it looks'),
    text: z.string().trim().min(1).max(300).describe('what it says: plain text, no HTML'),
    link: z
      .string()
      .max(200)
      .regex(/^\/(?![/\\])[\w\-./%?=&#]*$/, { error: 'must be a path of this site' })
      .optional()
      .describe('a path of this site to read on, such as `/contacts`'),
    linkText: z.string().trim().min(1).max(40).default('Подробнее').describe('what the link says'),
    from: moment('when it begins, with an offset; none: at once'),
    until: moment('when it ends; none: when the file says `{}`'),
    audience: z
      .enum(['guests', 'shoppers', 'everybody'])
      .default('everybody')
      .describe('who sees it: those without a session, those with one'),
  })
  .refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), {
    path: ['until'],
    error: 'must be later than from',
  })

export type NoticeFile = z.output<typeof noticeSchema>

const switchNames = Object.keys(killSwitches) as SwitchName[]

/** `switches.json`: the kill switches that are set. */
export const switchesSchema = z.strictObject({
  off: z
    .array(z.enum(switchNames))
    .max(switchNames.length)
    .describe('the names of what is switched off; everything else is on'),
})

const gain = (name: string) =>
  z
    .strictObject({ title: textOfAtMost(60, 'its title'), text: textOfAtMost(200, 'its text') })
    .optional()
    .describe(`what the card gives: ${name}; \`title\`, \`text\``)

/** `landing.json`: texts of the landing page; absent ones keep our text. */
export const landingSchema = z.strictObject({
  description: textOfAtMost(300, 'what search engines show'),
  title: textOfAtMost(80, 'the heading; what stands between `*` is in the bright colour'),
  lead: textOfAtMost(300, 'the sentence below it'),
  gainsTitle: textOfAtMost(60, 'the heading of what the card gives'),
  stars: gain('stars'),
  coupons: gain('coupons'),
  card: gain('the card'),
  receipts: gain('receipts'),
  stepsTitle: textOfAtMost(60, 'the heading of the steps'),
  steps: z
    .array(
      z.strictObject({ title: textOfAtMost(60, 'its title'), text: textOfAtMost(200, 'its text') }),
    )
    .length(3)
    .optional()
    .describe('the three steps, all of them: `title`, `text`'),
  questionsTitle: textOfAtMost(60, 'the heading of the questions'),
  questions: z
    .array(
      z.strictObject({
        question: z.string().trim().min(1).max(120),
        answer: z.string().trim().min(1).max(600),
      }),
    )
    .min(1)
    .max(12)
    .optional()
    .describe('all questions, in place of ours: `question`, `answer`'),
  closingTitle: textOfAtMost(60, 'the heading of the end, for guests'),
  closingText: textOfAtMost(200, 'the sentence below it'),
})

export type LandingFile = z.output<typeof landingSchema>

/** Size limits of the files in bytes; larger files are refused. */
export const MAX_BYTES = { json: 32_768, notice: 4096, switches: 4096, help: 16_384 }
