import { useSubmit } from '@remix-run/react'
import { useCallback, useEffect, useRef, type FormEvent } from 'react'

import { readCode } from './read-code'

interface OtpCredential extends Credential {
  code: string
}

/**
 * Submits the code when it has five digits, once for each code (specification, section 4). Reads it
 * from the text message where the browser supports Web OTP.
 * @param isAlone false while another field has to be filled in
 */
export function useOneTimeCode(isAlone: boolean) {
  const submit = useSubmit()
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef('')

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
        if (isAlone) field.form.requestSubmit()
      })
      .catch(() => undefined)
    return () => waiting.abort()
  }, [isAlone])

  const sendOnce = useCallback(
    (field: HTMLInputElement) => {
      const found = readCode(field.value)
      if (!isAlone || found.kind !== 'code' || found.code === sent.current) return
      sent.current = found.code
      submit(field.form, { replace: true })
    },
    [isAlone, submit],
  )

  useEffect(() => {
    // Submits a code typed before hydration. A value that the browser restored has no focus and is not
    // submitted.
    const field = input.current
    if (field && field === document.activeElement) sendOnce(field)
  }, [sendOnce])

  const onInput = (event: FormEvent<HTMLInputElement>) => sendOnce(event.currentTarget)
  return { input, onInput }
}
