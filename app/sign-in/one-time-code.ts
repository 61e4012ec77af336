import { useNavigation, useSubmit } from '@remix-run/react'
import { useCallback, useEffect, useRef, type FormEvent } from 'react'

import { plainDigits } from '~/lib/plain-text'

interface OtpCredential extends Credential {
  code: string
}

/** False while a captcha has to be answered as well. */
const isAlone = ({ form }: HTMLInputElement) => !form?.elements.namedItem('captcha')

/**
 * Submits the code when it has five digits; a code that was refused as wrong only by the button
 * (specification 4.11). Reads it from the SMS where the browser supports Web OTP. A
 * refused code stays, selected, so that one digit can be changed.
 */
export function useOneTimeCode(refusal: { isWrong: boolean } | undefined) {
  const submit = useSubmit()
  const { state } = useNavigation()
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef('')
  const wrong = useRef('')
  /** The field's text when it was sent: leaving the field unchanged does not correct it. */
  const sentText = useRef('')

  useEffect(() => {
    const found = readCode(input.current?.value ?? '')
    if (refusal?.isWrong && found.kind === 'code') wrong.current = found.code
    if (refusal) input.current?.select()
  }, [refusal])

  useEffect(() => {
    // After an error the same code may be sent again.
    if (state === 'idle') sent.current = ''
  }, [state])

  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const waiting = new AbortController()
    const request = { otp: { transport: ['sms'] }, signal: waiting.signal }
    navigator.credentials
      .get(request as CredentialRequestOptions)
      .then((credential) => {
        const field = input.current
        if (!credential || !field?.form) return
        field.value = (credential as OtpCredential).code
        if (isAlone(field)) field.form.requestSubmit()
      })
      .catch(() => undefined)
    return () => waiting.abort()
  }, [])

  const sendOnce = useCallback(
    (field: HTMLInputElement) => {
      const found = readCode(field.value)
      const isTried = found.kind === 'code' && [sent.current, wrong.current].includes(found.code)
      if (!isAlone(field) || found.kind !== 'code' || isTried) return
      sent.current = found.code
      sentText.current = field.value
      submit(field.form, { replace: true })
    },
    [submit],
  )

  useEffect(() => {
    // Submits a code typed before hydration. A value that the browser restored has no focus and is not
    // submitted.
    const field = input.current
    if (field && field === document.activeElement) sendOnce(field)
  }, [sendOnce])

  const onInput = (event: FormEvent<HTMLInputElement>) => sendOnce(event.currentTarget)
  const isSent = useCallback((text: unknown) => text === sentText.current, [])
  return { input, onInput, isSent }
}

const CODE_LENGTH = 5
/** Long enough for an SMS; a longer input is cut. */
const MAX_INPUT_LENGTH = 500

/** The result: a code; several candidates; digits without a code; no digits. */
export type FoundCode =
  { kind: 'code'; code: string } | { kind: 'several' | 'digits' | 'letters' | 'nothing' }

/**
 * Finds the code in typed or pasted text: «12345», «12-345», «Код: 12345.», a whole message.
 * Prefers five digits in sequence; otherwise accepts single spaces or hyphens between them.
 */
export function readCode(input: string): FoundCode {
  const text = plainDigits(input.slice(0, MAX_INPUT_LENGTH)).trim()
  if (text === '') return { kind: 'nothing' }
  const whole = codesIn(text, /\d+/g)
  const [code, ...others] = whole.length > 0 ? whole : codesIn(text, /\d(?:[ -]{0,3}\d)*/g)
  if (others.length > 0) return { kind: 'several' }
  if (code !== undefined) return { kind: 'code', code }
  return { kind: /^[\d\s-]*$/.test(text) ? 'digits' : 'letters' }
}

/** Each code once, because a message may repeat it for browsers. */
function codesIn(text: string, runs: RegExp): string[] {
  const digits = Array.from(text.matchAll(runs), ([run]) => run.replace(/\D/g, ''))
  return [...new Set(digits.filter((run) => run.length === CODE_LENGTH))]
}
